"""Language-model agents that reason together, with every formalisable step checked by a solver."""
