/// <reference types="google.maps" />
/** Google's map code. It comes from Google's own address, so it can fail in ways that ours cannot: each ends as a rejection within 8 seconds. */
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

export interface MapAccess {
  key: string
  region: string
  language: string
}

export interface MapParts {
  maps: google.maps.MapsLibrary
  marker: google.maps.MarkerLibrary
  places: google.maps.PlacesLibrary
}

const timeout_ms = 8_000
let loading: Promise<MapParts> | null = null
let wasRefused = false
const onRefused = new Set<() => void>()

/** The map's parts, fetched once for all maps of the page; after a failure the next map tries again. */
export function loadMaps(access: MapAccess): Promise<MapParts> {
  loading ??= fetchParts(access).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Google says only after the map has been drawn that the key is not valid here. */
export function whenRefused(callback: () => void): () => void {
  if (wasRefused) callback()
  onRefused.add(callback)
  return () => onRefused.delete(callback)
}

async function fetchParts(access: MapAccess): Promise<MapParts> {
  prepare(access)
  const parts = Promise.all([importLibrary('maps'), importLibrary('marker'), importLibrary('places')])
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Google Maps did not answer in time')), timeout_ms)
  })
  const [maps, marker, places] = await Promise.race([parts, late])
  return { maps, marker, places }
}

/** Google takes its options once and keeps them for the whole life of the page. */
function prepare({ key, region, language }: MapAccess): void {
  const page = globalThis as typeof globalThis & { gm_authFailure?: () => void }
  if (page.gm_authFailure) return
  page.gm_authFailure = () => {
    wasRefused = true
    for (const tell of onRefused) tell()
  }
  setOptions({ key, region, language, v: 'quarterly', libraries: ['maps', 'marker', 'places'] })
}
