/** Never by `reload()`, which may submit a form again. */
export function loadAgain() {
  location.replace(location.pathname + location.search);
}
