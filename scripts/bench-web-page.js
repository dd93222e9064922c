// Injected into the measured page before its own scripts: measures how long the main thread is blocked and how long a page change takes.
globalThis.bench = { longest: 0, weigh, timePage }

let last = performance.now()
const tick = () => {
  const now = performance.now()
  globalThis.bench.longest = Math.max(globalThis.bench.longest, now - last - 4)
  last = now
  setTimeout(tick, 4)
}
tick()

/** Scripts and styles requested before the selector appeared; files that are prefetched later do not count. */
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
      // encodedBodySize is known only once a file has been received.
      setTimeout(() => resolve(files(shown)), 1_000)
    }
    const observer = new MutationObserver(find)
    observer.observe(document, { subtree: true, childList: true })
    find()
  })
}

/** Clicks a page button and resolves with the milliseconds until the first row has been painted. */
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
