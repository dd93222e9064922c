// Runs in the measured page, before its own scripts: how long its thread is held, and how long a change of page takes.
globalThis.bench = { longest: 0, weigh, timePage }

let last = performance.now()
const look = () => {
  const now = performance.now()
  globalThis.bench.longest = Math.max(globalThis.bench.longest, now - last - 4)
  last = now
  setTimeout(look, 4)
}
look()

/** The scripts and styles that were asked for before the screen showed what it is for; what is fetched ahead later does not count. */
function weigh(selector) {
  const files = (until) =>
    performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => startTime <= until && /\.(js|css)$/.test(name))
      .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
  return new Promise((resolve) => {
    const find = () => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      const shown = performance.now()
      // A file that is on its way has its size only when it is there.
      setTimeout(() => resolve(files(shown)), 1_000)
    }
    const observer = new MutationObserver(find)
    observer.observe(document, { subtree: true, childList: true })
    find()
  })
}

/** Presses the button of a page and waits until its first row has been painted. */
function timePage(number, first_cell) {
  const button = document.querySelector(`nav [aria-label="Trang ${number}"]`)
  return new Promise((resolve) => {
    const since = performance.now()
    const painted = () => setTimeout(() => resolve(performance.now() - since))
    const observer = new MutationObserver(() => {
      if (!document.querySelector('tbody')?.textContent.includes(first_cell)) return
      observer.disconnect()
      requestAnimationFrame(painted)
    })
    observer.observe(document.querySelector('table'), { subtree: true, childList: true, characterData: true })
    button.click()
  })
}
