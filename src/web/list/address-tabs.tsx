import { navigate } from '#web/route/location.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'

interface AddressTabsProps<T extends string> {
  active: T
  /** The first one is shown without `tab` in the address. `count`: how many wait there; none is shown for zero. */
  options: readonly { value: T; label: string; icon: IconName; count?: number | undefined }[]
}

/** The parts of a page as tabs, kept in its address under `tab`. */
export function AddressTabs<T extends string>({ active, options }: AddressTabsProps<T>) {
  return (
    <Segmented<T>
      aria-label="Nội dung"
      value={active}
      onChange={(tab) => navigate({ search: { tab: tab === options[0]!.value ? undefined : tab } })}
      options={options.map(({ count, ...option }) => (count ? { ...option, count } : option))}
    />
  )
}
