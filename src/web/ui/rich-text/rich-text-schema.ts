/** The Tiptap schema: only the elements and styles that the contract allows, so that the server has nothing to remove. */
import type { Extensions } from '@tiptap/core'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { link_pattern } from '#contract/fields.ts'
import { alignments, heading_levels } from '#contract/rich-text.ts'
import { alignmentOf, colorOf, sizeOf } from './rich-text-styles.ts'
import { table_extensions } from './rich-text-table.ts'

const Look = TextStyle.extend({
  parseHTML() {
    const hasStyle = (element: HTMLElement) => element.hasAttribute('style') || element.hasAttribute('data-look')
    return [{ tag: 'span', consuming: false, getAttrs: (element) => (hasStyle(element) ? {} : false) }]
  },
  addAttributes() {
    return {
      fontSize: {
        default: null,
        parseHTML: sizeOf,
        renderHTML: ({ fontSize }) => (fontSize ? { style: `font-size:${fontSize}px` } : {}),
      },
      color: {
        default: null,
        parseHTML: colorOf,
        renderHTML: ({ color }) => (color ? { style: `color:${color}` } : {}),
      },
    }
  },
})

const Position = TextAlign.extend({
  addGlobalAttributes() {
    return [
      {
        types: ['heading', 'paragraph'],
        attributes: {
          textAlign: {
            default: null,
            parseHTML: alignmentOf,
            renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align:${textAlign}` } : {}),
          },
        },
      },
    ]
  },
})

export const rich_text_extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [...heading_levels] },
    trailingNode: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (url) => link_pattern.test(url),
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
  }),
  Look,
  Position.configure({ types: ['heading', 'paragraph'], alignments: [...alignments] }),
  ...table_extensions,
]
