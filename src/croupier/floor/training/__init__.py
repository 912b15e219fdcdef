"""Training for dealers and inspectors: drills that the rulings desk and the engine make and mark, anew each time.

Pure: chance comes in as a seed, time as a number of seconds. A drill is its seed and what was asked for; whoever has
these has every question of it and every answer.
"""
