/** What is agreed with each gateway: where it is reached, who we are there, and the keys. */

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
