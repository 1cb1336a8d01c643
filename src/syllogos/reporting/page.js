(() => {
  const $ = id => document.getElementById(id);
  const root = document.documentElement;
  const store = (value) => { try { return value ? localStorage.setItem("theme", value) : localStorage.getItem("theme"); } catch { return null; } };
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const flip = () => { root.dataset.theme = dark() ? "light" : "dark"; store(root.dataset.theme); };
  if (store()) root.dataset.theme = store();
  $("theme").onclick = flip;

  const games = [...document.querySelectorAll("#games article")];
  const rows = [...document.querySelectorAll("#list li")];
  let now = -1;

  const shown = () => games.map((_, i) => i).filter(i => !rows[i] || !rows[i].hidden);
  function show(i, move) {
    if (!games[i]) return;
    games.forEach((game, j) => { game.hidden = j !== i; });
    rows.forEach((row, j) => row.firstElementChild.toggleAttribute("aria-current", j === i));
    now = i;
    const list = $("list"), row = rows[i];
    if (row.offsetTop < list.scrollTop + list.offsetTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.offsetTop + list.clientHeight)
      list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (move) {
      history.replaceState(null, "", "#" + games[i].id);
      const top = $("browse").getBoundingClientRect().top;
      if (top < 0 || top > innerHeight / 2) $("replays").scrollIntoView();
    }
    count();
  }
  function step(by) {
    const open = shown(), at = open.indexOf(now);
    if (open.length) show(open[at < 0 ? 0 : Math.min(open.length - 1, Math.max(0, at + by))], true);
  }
  function filter() {
    const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    games.forEach((game, i) => { rows[i].hidden = !words.every(word => game.dataset.words.includes(word)); });
    const open = shown();
    if (open.length && !open.includes(now)) show(open[0]);
    count();
  }
  function count() {
    const open = shown();
    $("count").textContent = open.length ? `${open.indexOf(now) + 1} of ${open.length}` : "no game has these words";
  }
  function unfold() {
    const folds = [...games[Math.max(now, 0)].querySelectorAll("details")];
    const open = folds.some(fold => !fold.open);
    folds.forEach(fold => { fold.open = open; });
  }

  if (rows.length) {
    rows.forEach((row, i) => { row.firstElementChild.onclick = event => { event.preventDefault(); show(i, true); }; });
    $("next").onclick = () => step(1);
    $("previous").onclick = () => step(-1);
    $("filter").oninput = filter;
    const here = () => games.findIndex(game => "#" + game.id === location.hash);
    addEventListener("hashchange", () => show(here(), true));
    show(Math.max(here(), 0));
  }
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll("details:not([open])")].filter(fold => !fold.closest("[hidden]"));
    unfolded.forEach(fold => { fold.open = true; });
  });
  addEventListener("afterprint", () => unfolded.forEach(fold => { fold.open = false; }));
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === "Escape" && typing) return event.target.blur();
    if (typing && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (event.key === "t") flip();
    if (event.key === "o" && games.length) unfold();
    if (!rows.length) return;
    const keys = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1, ...(typing ? { ArrowDown: 1, ArrowUp: -1 } : {}) };
    if (keys[event.key]) { event.preventDefault(); step(keys[event.key]); }
    if (event.key === "/") { event.preventDefault(); $("filter").focus(); $("filter").select(); }
  });
})();
