class Refusal(Exception):
    """A refused request, with the HTTP status and message of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
