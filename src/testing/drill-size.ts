/** How large a drill is: the usual size in `npm test`, another one where `npm run drill` says so. */
export function drillSize(name: 'KILLS' | 'WRITES' | 'PAYOUTS' | 'INPUTS', usual: number): number {
  const given = process.env[`DRILL_${name}`]
  return given === undefined ? usual : Number(given)
}

/** So much longer than usual a drill of this size may take, with room for a slow machine. */
export const drillPatience = (usual_ms: number, size: number, usual: number): number =>
  Math.ceil(usual_ms * Math.max(1, (1.5 * size) / usual))
