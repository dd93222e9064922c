/** The text as a customer reads it on a phone. */
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

const PhonePreview = lazyPart(() => import('#web/ui/show/phone-preview.tsx'))

export function TextPreview({ title, content, onClose }: { title: string; content: string; onClose: () => void }) {
  return (
    <Dialog open size="md" title="Xem trước" description="Như khách đọc trong ứng dụng" onClose={onClose}>
      <PhonePreview as="text" title={title} content={content} image_url="" image_alt="" />
    </Dialog>
  )
}
