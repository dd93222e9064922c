/** Size of a drill: `usual` in `npm test`, or the value that `npm run drill` sets. */
export function drillSize(name: 'KILLS' | 'WRITES' | 'PAYOUTS' | 'INPUTS', usual: number): number {
  const configured = process.env[`DRILL_${name}`]
  return configured === undefined ? usual : Number(configured)
}

/** Test timeout in milliseconds: the usual one scaled by the drill's size, with a margin for a slow machine. */
export const drillTimeout = (usual_ms: number, size: number, usual: number): number =>
  Math.ceil(usual_ms * Math.max(1, (1.5 * size) / usual))
