"""What runs for one page: the app as its host would open it, behind a driver for the page that started it."""

import sys

from tui.app import ParleyApp
from tui.web.driver import PageDriver

if __name__ == "__main__":
    app = ParleyApp(driver_class=PageDriver)
    app.run()
    sys.exit(app.return_code or 0)
