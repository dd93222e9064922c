import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import type { Point } from './point.ts'

interface PlaceSearchProps {
  places: google.maps.PlacesLibrary
  language: string
  onFound: (point: Point) => void
}

/** Finds a place in Viet Nam by its name or address. */
export function PlaceSearch({ places, language, onFound }: PlaceSearchProps) {
  const [query, setQuery] = useState('')
  const input = query.trim()
  const { data: matches = [], isFetching } = useQuery({
    queryKey: ['places', input],
    enabled: input.length >= 3,
    retry: false,
    queryFn: async ({ signal }) => {
      await pause(signal)
      const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input,
        language,
        includedRegionCodes: ['vn'],
      })
      return suggestions.flatMap(({ placePrediction }) => placePrediction ?? [])
    },
  })

  async function choose(place_id: string | null) {
    const place = matches.find(({ placeId }) => placeId === place_id)?.toPlace()
    await place?.fetchFields({ fields: ['location'] }).catch(() => {})
    if (place?.location) onFound(place.location.toJSON())
  }
  return (
    <Combobox
      aria-label="Tìm địa điểm trên bản đồ"
      placeholder="Tìm địa điểm trên bản đồ"
      value={null}
      onChange={(place_id) => void choose(place_id)}
      onQuery={setQuery}
      loading={isFetching}
      options={matches.map(({ placeId, text }) => ({ value: placeId, label: text.text }))}
    />
  )
}

/** Google charges per request, so it is sent only after typing has paused. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 300)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
