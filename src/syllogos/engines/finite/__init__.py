"""Problems over finite domains: expanded over their sorts, searched exactly."""
