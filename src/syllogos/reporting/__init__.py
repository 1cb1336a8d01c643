"""What people look at: one page, tables, figures, frames."""
