/** Published results in the stored format. */
const southern = (text: string) => {
  const groups = text.split('; ').map((group) => group.split(' '))
  const keys = ['special', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const
  return Object.fromEntries(keys.map((key, n) => [key, groups[n]!])) as Record<(typeof keys)[number], string[]>
}

export const sheets = {
  /** TP.HCM 15/08/2026 */
  hcm: southern(
    '040589; 55672; 75464; 55129 28930; 44351 18954 65673 56983 75239 67899 82116; 7001; 8531 0599 7531; 729; 31',
  ),
  /** Cà Mau 17/08/2026 */
  cm: southern(
    '228853; 22244; 25262; 17700 12254; 84277 78255 70742 33979 75769 60727 76263; 7824; 7946 0004 0346; 406; 25',
  ),
}
