/** Links within the application. Pointer and focus load the code of the page before the click. */
import { useRef, type ComponentPropsWithRef, type ComponentType, type MouseEvent } from 'react'
import { Link } from 'wouter'
import { LinkButton } from '#web/ui/action/button.tsx'
import { TextLink } from '#web/ui/layout/text.tsx'
import { hrefOf, useLocation, type Target } from './location.ts'

const preload_after_ms = 50

let preload: (pathname: string) => void = () => {}

/** Sets how the code of a page is loaded before it is opened. */
export function preloadPagesWith(load: (pathname: string) => void) {
  preload = load
}

type AnchorProps = {
  href?: string | undefined
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined
}

type LinkProps<Props> = Omit<Props, 'href'> & Target & Pick<AnchorProps, 'onClick'>

/** A component that draws an anchor, as a link to a page: `const Tile = createLink(StatLink)`, `<Tile to={url} search={{ status: 1 }} … />`. */
export function createLink<Props extends AnchorProps>(Component: ComponentType<Props>) {
  return function PageLink({ to, search, onClick, ...props }: LinkProps<Props>) {
    const { pathname } = useLocation()
    const timer = useRef(0)
    const href = hrefOf({ to, search }, pathname)
    const [target] = href.split('?') as [string]
    const near = () => {
      timer.current = window.setTimeout(() => preload(target), preload_after_ms)
    }
    const nearProps = { onPointerEnter: near, onFocus: near, onPointerLeave: () => clearTimeout(timer.current) }
    return (
      <Link href={href} onClick={onClick} asChild>
        <Component {...nearProps} {...(props as unknown as Props)} />
      </Link>
    )
  }
}

/** A link in running text. */
export const PageLink = createLink(TextLink)

/** A link that looks like a button. */
export const PageButton = createLink(LinkButton)

/** A link whose look its place gives. */
export const AnchorLink = createLink(({ children, ...props }: ComponentPropsWithRef<'a'>) => (
  <a {...props}>{children}</a>
))
