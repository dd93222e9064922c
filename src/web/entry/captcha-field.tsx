import { Field } from '#web/ui/field/field.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import css from './captcha-field.module.css'

export interface CaptchaFieldProps {
  label: string
  image: string | null
  /** The picture could not be fetched. */
  failed: boolean
  onRefresh: () => void
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A picture of six characters and the field for them. Pasting is allowed, and another picture is one press away. */
export function CaptchaField({ label, image, failed, onRefresh, value, onChange, error }: CaptchaFieldProps) {
  return (
    <Field label={label} required error={error} hint="Nhập 6 ký tự trong hình, không phân biệt chữ hoa, chữ thường.">
      <div className={css.row}>
        <div className={css.picture}>
          {image ? (
            <img src={image} width={126} height={40} alt="Hình chứa 6 ký tự xác nhận" />
          ) : failed ? (
            'Không tải được hình'
          ) : (
            <Spinner />
          )}
        </div>
        <IconButton icon="refresh" label="Đổi hình khác" bordered onClick={onRefresh} />
        <div className={css.input}>
          <TextInput
            value={value}
            onChange={onChange}
            name="captcha"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={6}
            inputMode="text"
          />
        </div>
      </div>
    </Field>
  )
}
