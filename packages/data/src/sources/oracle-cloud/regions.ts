/** Where the regions of Oracle Cloud are: country and town, by the name of the region. Not yet compared with Oracle’s own list. */
export const REGIONS: ReadonlyMap<string, readonly [country: string, city: string]> = new Map(
  `af-casablanca-1 MA Casablanca,af-johannesburg-1 ZA Johannesburg,ap-batam-1 ID Batam,ap-chiyoda-1 JP Tokyo,ap-chuncheon-1 KR Chuncheon,ap-dcc-canberra-1 AU Canberra,ap-hyderabad-1 IN Hyderabad,ap-kulai-2 MY Kulai,ap-melbourne-1 AU Melbourne,ap-mumbai-1 IN Mumbai,ap-osaka-1 JP Osaka,ap-seoul-1 KR Seoul,ap-singapore-1 SG Singapore,ap-singapore-2 SG Singapore,ap-sydney-1 AU Sydney,ap-tokyo-1 JP Tokyo,ca-montreal-1 CA Montreal,ca-toronto-1 CA Toronto,eu-amsterdam-1 NL Amsterdam,eu-frankfurt-1 DE Frankfurt am Main,eu-madrid-1 ES Madrid,eu-madrid-3 ES Madrid,eu-marseille-1 FR Marseille,eu-milan-1 IT Milan,eu-paris-1 FR Paris,eu-stockholm-1 SE Stockholm,eu-turin-1 IT Turin,eu-zurich-1 CH Zurich,il-jerusalem-1 IL Jerusalem,me-abudhabi-1 AE Abu Dhabi,me-dubai-1 AE Dubai,me-jeddah-1 SA Jeddah,me-riyadh-1 SA Riyadh,mx-monterrey-1 MX Monterrey,mx-queretaro-1 MX Santiago de Querétaro,sa-bogota-1 CO Bogotá,sa-santiago-1 CL Santiago,sa-saopaulo-1 BR São Paulo,sa-valparaiso-1 CL Valparaíso,sa-vinhedo-1 BR Vinhedo,uk-cardiff-1 GB Newport,uk-london-1 GB London,us-ashburn-1 US Ashburn,us-chicago-1 US Chicago,us-phoenix-1 US Phoenix,us-sanjose-1 US San Jose`
    .split(',')
    .map((row) => {
      const [region = '', country = '', ...city] = row.split(' ')
      return [region, [country, city.join(' ')]]
    }),
)

/** ISO 3166-2 codes of the regions in the United States, where town names repeat from state to state. */
export const STATES: ReadonlyMap<string, string> = new Map([
  ['us-ashburn-1', 'US-VA'],
  ['us-chicago-1', 'US-IL'],
  ['us-phoenix-1', 'US-AZ'],
  ['us-sanjose-1', 'US-CA'],
])
