/** What Tiptap may make of typed and pasted text: the looks of the contract's lists, so that the server has nothing to take away. */
import type { Extensions } from '@tiptap/core'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { linkPattern } from '#contract/fields.ts'
import { alignments, headingLevels } from '#contract/rich-text.ts'
import { colorOf, sizeOf } from './rich-text-look.ts'

const Look = TextStyle.extend({
  addAttributes() {
    return {
      fontSize: {
        default: null,
        parseHTML: (element: HTMLElement) => sizeOf(element.style.fontSize),
        renderHTML: ({ fontSize }) => (fontSize ? { style: `font-size:${fontSize}px` } : {}),
      },
      color: {
        default: null,
        parseHTML: (element: HTMLElement) => colorOf(element.style.color),
        renderHTML: ({ color }) => (color ? { style: `color:${color}` } : {}),
      },
    }
  },
})

export const richTextExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [...headingLevels] },
    trailingNode: false,
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (url) => linkPattern.test(url),
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
  }),
  Look,
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: [...alignments] }),
]
