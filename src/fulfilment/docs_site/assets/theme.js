// Runs before anything is shown, so that a page chosen dark never flashes bright, and what needs scripts stays hidden
// where there are none.
{
  const root = document.documentElement;
  root.classList.add("has-scripts");
  try {
    const chosen = localStorage.getItem("docs-theme");
    if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  } catch {
    // Without storage the page follows the system.
  }
}
