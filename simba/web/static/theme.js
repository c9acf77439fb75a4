// Runs before the first paint: the reader's choice of light or dark.
try {
  const theme = localStorage.getItem("simba-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* storage is forbidden: as in the system */ }
