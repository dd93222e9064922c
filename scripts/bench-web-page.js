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

/** When the screen could first be used; watched from the start, since a call into a busy page comes too late for it. */
const ready = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(globalThis.ready_selector)) return
    observer.disconnect()
    resolve(performance.now())
  })
  observer.observe(document, { subtree: true, childList: true })
})

/** Scripts and styles that the screen waited for: requested before it could be used, and before the last answer that it shows had arrived. */
async function weigh() {
  const shown = await ready
  // encodedBodySize is known only once a file has been received.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const entries = performance.getEntriesByType('resource')
  const answers = entries.filter(({ initiatorType, responseEnd }) => initiatorType === 'fetch' && responseEnd <= shown)
  const waited = answers.length > 0 ? Math.max(...answers.map(({ responseEnd }) => responseEnd)) : shown
  return entries
    .filter(({ name, startTime }) => startTime <= waited && /\.(js|css)$/.test(name))
    .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])
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
