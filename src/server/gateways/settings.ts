/** The settings of each gateway: its address, our name there, and the keys. */

export interface MomoSettings {
  endpoint: string
  partner_code: string
  access_key: string
  secret_key: string
  /** PEM */
  public_key: string
}

export interface BankSettings {
  endpoint: string
  client_id: string
  secret: string
}

export interface TelecomSettings extends BankSettings {
  checks_per_second: number
}
