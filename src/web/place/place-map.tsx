/** A place on Google's map: found by name, or by dragging its marker. Whatever fails, the coordinates can still be typed. */
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { loadMaps, whenRefused, type MapAccess, type MapParts } from './google-maps.ts'
import { PlaceSearch } from './place-search.tsx'
import type { Point } from './point.ts'
import css from './place-map.module.css'

export interface PlaceMapProps {
  access: MapAccess
  value: Point | null
  /** Called with the chosen point; without it the map is read-only. */
  onChange?: ((point: Point) => void) | undefined
  /** The map could not be loaded. */
  onFailure: () => void
}

/** The centre of a map without a place: Ho Chi Minh City. */
const start = { lat: 10.7769, lng: 106.7009 }

export function PlaceMap({ access, value, onChange, onFailure }: PlaceMapProps) {
  const [parts, setParts] = useState<MapParts | null>(null)
  const failed = useRef(onFailure)
  const { key, region, language } = access
  useEffect(() => {
    failed.current = onFailure
  })
  useEffect(() => {
    let isUnmounted = false
    const fail = () => !isUnmounted && failed.current()
    loadMaps({ key, region, language }).then((loaded) => !isUnmounted && setParts(loaded), fail)
    const forget = whenRefused(fail)
    return () => {
      isUnmounted = true
      forget()
    }
  }, [key, region, language])
  if (parts === null) return <Skeleton kind="block" />
  return (
    <>
      {onChange && <PlaceSearch places={parts.places} language={language} onFound={onChange} />}
      <Drawn key={String(onChange !== undefined)} parts={parts} value={value} onChange={onChange} />
    </>
  )
}

function Drawn({
  parts,
  value,
  onChange,
}: {
  parts: MapParts
  value: Point | null
  onChange: PlaceMapProps['onChange']
}) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ map: google.maps.Map; marker: google.maps.Marker } | null>(null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const editable = onChange !== undefined
  useEffect(() => {
    const map = new parts.maps.Map(box.current!, {
      center: start,
      zoom: 12,
      streetViewControl: false,
      mapTypeControl: false,
    })
    // Unlike the newer kind of marker, this one needs no map that has been styled and named at Google's first.
    const marker = new parts.marker.Marker({ draggable: editable })
    const take = ({ latLng }: google.maps.MapMouseEvent) => latLng && change.current?.(latLng.toJSON())
    if (editable) {
      map.addListener('click', take)
      marker.addListener('dragend', take)
    }
    drawn.current = { map, marker }
    return () => {
      marker.setMap(null)
      drawn.current = null
    }
  }, [parts, editable])

  const [lat, lng] = [value?.lat, value?.lng]
  useEffect(() => {
    const { map, marker } = drawn.current!
    if (lat === undefined || lng === undefined) return marker.setMap(null)
    marker.setPosition({ lat, lng })
    marker.setMap(map)
    map.panTo({ lat, lng })
  }, [lat, lng])
  return <div ref={box} className={css.map} role="application" aria-label="Bản đồ" />
}
