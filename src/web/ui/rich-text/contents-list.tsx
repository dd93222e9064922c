import type { Section } from './rich-text-blocks.ts'
import css from './contents-list.module.css'

export interface ContentsListProps {
  sections: readonly Section[]
  onChoose: (section: Section) => void
}

/** The table of contents of a text, with the number of changes in each section. */
export function ContentsList({ sections, onChoose }: ContentsListProps) {
  if (sections.length === 0) return <p className={css.none}>Chưa có tiêu đề nào.</p>
  return (
    <ol className={css.list} aria-label="Mục lục">
      {sections.map((section) => (
        <li key={section.position}>
          <button type="button" className={css.item} onClick={() => onChoose(section)}>
            <span className={css.title}>{section.title || 'Tiêu đề trống'}</span>
            {section.changes > 0 && (
              <span className={css.count} title={`${section.changes} đoạn khác`}>
                {section.changes}
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  )
}
