/** Describes a device by its User-Agent: 'Mozilla/5.0 (…) Chrome/140.0 …' → 'Chrome 140 trên Windows'. */

// The order matters: Edge, Opera and Cốc Cốc also call themselves Chrome, and Chrome calls itself Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/coc_coc_browser\/(\d+)/, 'Cốc Cốc'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** A browser and its system as people name them, from the User-Agent header: 'Chrome 131 trên Windows'. */
export function deviceText(user_agent: string): string {
  const system = systems.find(([pattern]) => pattern.test(user_agent))?.[1]
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(user_agent)?.[1]
    if (version) return system ? `${name} ${version} trên ${system}` : `${name} ${version}`
  }
  return system ?? (user_agent.slice(0, 60) || 'Thiết bị không rõ')
}
