"""What the house-banked games have in common: the betting window, the layout, settlement lines, irregularities."""
