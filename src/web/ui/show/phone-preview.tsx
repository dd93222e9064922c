/** A preview of content on a customer's phone, light or dark. */
import { useState } from 'react'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Picture } from '#web/ui/picture/picture.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import css from './phone-preview.module.css'

export interface PhoneContent {
  /** How the app shows the text: over the page, at the top of the page, or as a page of its own. */
  as: 'popup' | 'banner' | 'text'
  title: string
  image_url: string
  image_alt: string
  /** HTML as the server stores it. */
  content?: string
  button?: string
}

export default function PhonePreview({ as, title, image_url, image_alt, content = '', button = '' }: PhoneContent) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const picture = image_url !== '' && (
    <Picture className={css.picture} src={image_url} alt={image_alt || title} sizes="300px" />
  )
  return (
    <Stack align="center">
      <Segmented
        aria-label="Như khách thấy"
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'light', label: 'Máy nền sáng' },
          { value: 'dark', label: 'Máy nền tối' },
        ]}
      />
      <div className={cx(css.phone, css[theme])} role="group" aria-label="Như khách thấy">
        <div className={css.bar} aria-hidden>
          <span>9:41</span>
          <span>5G</span>
        </div>
        {as === 'banner' && <div className={css.banner}>{picture || title}</div>}
        {as === 'text' ? (
          // Focusable, so that the keyboard can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={css.text} role="group" aria-label={title} tabIndex={0}>
            <strong className={css.title}>{title}</strong>
            <RichText html={content} paper={false} />
          </div>
        ) : (
          <div className={css.page} aria-hidden>
            {['a', 'b', 'c', 'd'].map((key) => (
              <i key={key} />
            ))}
          </div>
        )}
        {as === 'popup' && (
          <div className={css.shade}>
            <div className={css.popup}>
              {picture}
              <div className={css.words}>
                <strong className={css.title}>{title || 'Tiêu đề'}</strong>
                {content !== '' && <RichText html={content} paper={false} />}
                {button !== '' && <span className={css.button}>{button}</span>}
              </div>
            </div>
          </div>
        )}
      </div>
    </Stack>
  )
}
