/** The product's mark; the words beside it are the page's. */
export function Logo({ size = 24 }: { size?: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />
}
