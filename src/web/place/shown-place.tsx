import { useState } from 'react'
import { ExternalLink } from '#web/ui/action/external-link.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { PlaceMap } from './place-map.tsx'
import { pointOf } from './point.ts'
import { useMapAccess } from './use-map-access.ts'

/**
 * A place ('10.77,106.70', latitude first): the coordinates with a link to Google Maps, and a map where one is
 * configured.
 */
export function ShownPlace({ value }: { value: string }) {
  const access = useMapAccess()
  const [failed, setFailed] = useState(false)
  return (
    <Stack gap={2}>
      <ExternalLink href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(value)}`}>
        {value.replace(',', ', ')}
      </ExternalLink>
      {access && !failed && <PlaceMap access={access} value={pointOf(value)} onFailure={() => setFailed(true)} />}
    </Stack>
  )
}
