/** What tokens of services look like that have a mark of their own in front, as their makers describe them. */
const FORMS = {
  AWS: String.raw`(?:AKIA|ASIA)[A-Z\d]{16}`,
  GitHub: String.raw`gh[oprsu]_[A-Za-z\d]{36,255}|github_pat_\w{22,255}`,
  GitLab: String.raw`glpat-[\w-]{20,64}`,
  Slack: String.raw`xox[abeoprs]-[\w-]{10,250}|xapp-[\w-]{10,250}`,
  'OpenAI and its like': String.raw`sk-[\w-]{20,250}`,
  Groq: String.raw`gsk_[A-Za-z\d]{40,80}`,
  xAI: String.raw`xai-[A-Za-z\d]{60,100}`,
  Replicate: String.raw`r8_[A-Za-z\d]{37}`,
  'Hugging Face': String.raw`hf_[A-Za-z\d]{30,40}`,
  Google: String.raw`AIza[\w-]{35}|ya29\.[\w-]{20,1000}|GOCSPX-[\w-]{28}`,
  Stripe: String.raw`[prs]k_(?:live|test)_[A-Za-z\d]{10,100}|whsec_[\w+/=]{24,100}`,
  npm: String.raw`npm_[A-Za-z\d]{36}`,
  PyPI: String.raw`pypi-AgE[\w-]{16,500}`,
  Docker: String.raw`dckr_(?:pat|oat)_[\w-]{20,60}`,
  Aliyun: String.raw`LTAI[A-Za-z\d]{12,30}`,
  'Tencent Cloud': String.raw`AKID[A-Za-z\d]{20,40}`,
  DigitalOcean: String.raw`do[opr]_v1_[a-f\d]{64}`,
  SendGrid: String.raw`SG\.[\w-]{16,32}\.[\w-]{16,64}`,
  Mailgun: String.raw`key-[a-f\d]{32}`,
  Twilio: String.raw`SK[a-f\d]{32}`,
  Telegram: String.raw`\d{8,10}:AA[\w-]{33}`,
  Discord: String.raw`[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}`,
  Shopify: String.raw`shp(?:at|ca|pa|ss)_[a-fA-F\d]{32}`,
  Vault: String.raw`hv[bsr]\.[\w-]{24,250}`,
  Doppler: String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,80}`,
  Grafana: String.raw`gl(?:sa|c)_[\w+/=]{32,250}`,
  'New Relic': String.raw`NRAK-[A-Z\d]{27}`,
  Databricks: String.raw`dapi[a-f\d]{32}(?:-\d)?`,
  PlanetScale: String.raw`pscale_(?:pw|tkn|oauth)_[\w.-]{32,64}`,
  Fly: String.raw`fm[12][ar]?_[\w+/=]{40,2000}`,
  Supabase: String.raw`sbp_[a-f\d]{40}|sb_secret_[\w-]{20,60}`,
  Linear: String.raw`lin_(?:api|oauth)_[A-Za-z\d]{40,64}`,
  Notion: String.raw`ntn_[A-Za-z\d]{40,60}`,
  age: String.raw`AGE-SECRET-KEY-1[A-Z\d]{58}`,
}

/** Tokens that show by their form alone; linear in the length of the text. */
export const TOKENS = new RegExp(String.raw`(?<![\w-])(?:${Object.values(FORMS).join('|')})(?![\w-])`, 'g')

/** Addresses whoever knows may post to: of Slack, Discord, Feishu, WeCom; and what signs an address that is open for a time. */
export const SECRET_ADDRESSES: readonly RegExp[] = [
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/(?<value>[\w/-]{20,200})/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/(?<value>[\w-]{20,100})/g,
  /\b(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/(?:v2\/)?hook\/(?<value>[\w-]{20,100})/g,
  /\bqyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/[\w-]{1,40}\?key=(?<value>[\w-]{20,100})/g,
  /[?&](?:X-(?:Amz|Goog)-Signature|Signature|sig)=(?<value>[^\s&"'<>#]{8,2000})/gi,
]
