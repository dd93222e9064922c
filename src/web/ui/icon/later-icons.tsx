/** Brings the icons that no first page draws, as a lazy part. */
import './later-icons.css'

export default function LaterIcons() {
  return null
}
