/**
 * Whether a day is the first of a month of the Vietnamese lunar calendar. A month begins on the day of the new moon in the time zone of Viet Nam.
 * Source: J. Meeus, Astronomical Algorithms (1991), chapter 47.
 */
const rad = Math.PI / 180
const synodic_month = 29.530588853
/** The new moon of January 1900, as a Julian date. */
const first_new_moon = 2415021.076998695
const hours_east = 7

export function isLunarFirst(day: string): boolean {
  // The Julian day number at noon, a whole number for each calendar day.
  const julian_day = Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 2_440_588
  const new_moon_number = Math.round((julian_day - first_new_moon) / synodic_month)
  return [new_moon_number - 1, new_moon_number, new_moon_number + 1].some((month) => dayOfNewMoon(month) === julian_day)
}

/** The Julian day number of the new moon that many lunar months after the one of January 1900. */
function dayOfNewMoon(months: number): number {
  const t = months / 1236.85
  const [t2, t3] = [t * t, t * t * t]
  const mean =
    2415020.75933 +
    29.53058868 * months +
    0.0001178 * t2 -
    0.000000155 * t3 +
    0.00033 * Math.sin((166.56 + 132.87 * t - 0.009173 * t2) * rad)
  const sun = (359.2242 + 29.10535608 * months - 0.0000333 * t2 - 0.00000347 * t3) * rad
  const moon = (306.0253 + 385.81691806 * months + 0.0107306 * t2 + 0.00001236 * t3) * rad
  const latitude = (21.2964 + 390.67050646 * months - 0.0016528 * t2 - 0.00000239 * t3) * rad
  const correction =
    (0.1734 - 0.000393 * t) * Math.sin(sun) +
    0.0021 * Math.sin(2 * sun) -
    0.4068 * Math.sin(moon) +
    0.0161 * Math.sin(2 * moon) -
    0.0004 * Math.sin(3 * moon) +
    0.0104 * Math.sin(2 * latitude) -
    0.0051 * Math.sin(sun + moon) -
    0.0074 * Math.sin(sun - moon) +
    0.0004 * Math.sin(2 * latitude + sun) -
    0.0004 * Math.sin(2 * latitude - sun) -
    0.0006 * Math.sin(2 * latitude + moon) +
    0.001 * Math.sin(2 * latitude - moon) +
    0.0005 * Math.sin(2 * moon + sun)
  // The difference between dynamical time and clock time, in days.
  const delta = -0.000278 + 0.000265 * t + 0.000262 * t2
  return Math.floor(mean + correction - delta + 0.5 + hours_east / 24)
}
