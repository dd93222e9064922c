/** Mail through the business's own SMTP server, where one is configured. */
import { createTransport, type Transporter } from 'nodemailer'

export interface MailSettings {
  host: string
  port: number
  user: string | null
  password: string | null
  /** the sender's address */
  from: string
  /** a server on this machine may do without TLS */
  is_local: boolean
}

const timeout_ms = 15_000
/** The port on which a connection is encrypted from its first byte. */
const tls_port = 465

let sender: { from: string; transport: Transporter } | null = null

/** Without SMTP settings no mail is sent. */
export function configureMail(settings: MailSettings | null): void {
  sender?.transport.close()
  sender = settings && { from: settings.from, transport: transportOf(settings) }
}

function transportOf({ host, port, user, password, is_local }: MailSettings): Transporter {
  const secure = port === tls_port
  return createTransport({
    host,
    port,
    secure,
    // Beyond this machine, the password and the alarms must not be sent in the clear.
    requireTLS: !secure && !is_local,
    ignoreTLS: is_local && !secure,
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
  })
}

/** The sender's address; null where no mail is sent. */
export const mailFrom = (): string | null => sender?.from ?? null

export interface Mail {
  to: string
  subject: string
  text: string
  /** What makes two deliveries of one mail the same to whoever receives them; without the '<…@…>' around it. */
  id?: string
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[]
}

/** @throws Error when the server did not accept the mail */
export async function sendMail({ id, attachments = [], ...mail }: Mail): Promise<void> {
  if (!sender) throw new Error('No SMTP server is configured')
  const { from, transport } = sender
  await transport.sendMail({
    from,
    ...mail,
    ...(id !== undefined && { messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>` }),
    attachments: [...attachments],
  })
}
