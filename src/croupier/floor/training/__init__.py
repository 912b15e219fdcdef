"""Training for dealers and inspectors: drills that the rulings desk and the engine make and mark, new ones each time.

Pure: chance comes in as a seed, time as a number of seconds. A drill is its seed and its settings; these determine
every question and every answer.
"""
