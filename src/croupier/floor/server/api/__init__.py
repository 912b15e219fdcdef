"""The shapes of requests and answers, and the documents made from them."""
