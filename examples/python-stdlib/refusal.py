class Refusal(Exception):
    """A request that changes nothing, with the HTTP status and the sentence that answer it."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
