/** A place on the map and its text, 'latitude,longitude' in degrees. */

export interface Point {
  lat: number
  lng: number
}

/** Null when the text is no valid point. */
export function pointOf(text: string): Point | null {
  const parts = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  return parts && { lat: Number(parts[1]), lng: Number(parts[2]) }
}

/** Six decimals are a tenth of a metre. */
export function pointText({ lat, lng }: Point): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`
}
