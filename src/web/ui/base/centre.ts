/** Pushes a strip sideways until one of its parts is in its middle. The page stays where it is, as it would not with `scrollIntoView`. */
export function centre(strip: HTMLElement | null, part: Element | null | undefined) {
  if (!strip || !part) return
  const [outer, inner] = [strip.getBoundingClientRect(), part.getBoundingClientRect()]
  strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
}
