import { defineSource } from '@octet/core/source.ts'
import { FLAGS, type UsageType } from '@octet/ipdb/meta.ts'

/** A rule about names of networks: the first that fits decides. */
export type ClassRule = { readonly usage: UsageType; readonly flags: number; readonly pattern: RegExp }

/** Words in the names of networks that tell what they are used for; whole words, any case. */
const RULES: readonly ClassRule[] = [
  rule('education', 0, [
    /universi|univerz|uniwersyt|hochschule|universit|akademi|\bacadem|\bcollege\b|\bschools?\b|\bschule|\beducati|\bécole|\becole\b|institute of technology|polytech|politec/,
    /\bacademic|research (and|&) education|\bnren\b|\bcernet\b|\bjanet\b|\brenater\b|\bsurfnet\b|\bgarr\b|\bcanarie\b|\binternet2\b|\besnet\b|\bstudent|\bfaculty\b|\bk-?12\b|\bisd\b/,
    /forschungsnetz|\bsurf b\.?v|\bjisc\b|\bcenic\b|\bheanet\b|\bmcnc\b|\boarnet\b|\brisq\b|\bsikt\b|\brediris\b|\buninett\b|^switch$|national institute of informatics|organization of information and systems|\bcnic-cas\b|\baarnet\b|\bkreonet|\bgrnet\b|\bcesnet\b|\bgeant\b|\bnordunet\b|\bbelnet\b|\bharnet\b|\bernet\b|\bmerit network|\bnysernet|\bcybera\b|ensino e pesquisa|\btenet \(the/,
    /empresarial red\.es|leibniz-rechenzentrum|\bwiscnet\b|\bsunet\b|\baconet\b|^arnes$|^csc - tieteen|^bcnet$|\bumassnet\b|infrastructures for research|fundacao para a ciencia|^cern\b|supercomputer (authority|center)|^los nettos$|^kisti$/,
  ]),
  rule('government', 0, [
    /\bgovernment|\bgobierno|\bgoverno|\bministr|\bministerio|\bdepartment of\b|\bdepartamento\b|\bfederal\b|\bstate of\b|\bcity of\b|\bcounty of\b|\bcounty\b|\bmunicipal|\bprefeitura|\bparliament|\bsenate\b|\bcongress\b/,
    /\bdod network information|\barmy\b|\bnavy\b|\bair force\b|\bmilitary\b|\bdefen[cs]e\b|\bpolice\b|\bcustoms\b|\btribunal|\bcourts?\b|\bnational agency|\bpublic administration|\bhouse of representatives|\bnasa\b|\bnist\b/,
    /\busda\b|\bpostal service\b|\bgeneral services (adm|comm)|aeronautics and space|\busaisc\b|\begovnet\b|\bprovince of\b/,
    /\bdept\.? of\b|national institutes of health|oceanic and atmospheric|environmental protection agency|commonwealth of (massachusetts|kentucky|pennsylvania)|shared services canada|european commission|^nhs (england|digital)|^region stockholm|technology authority$|^service alberta$/,
  ]),
  rule('hosting', FLAGS.hosting, [
    /\bhost|hosting|\bvps\b|\bservers?\b|\bcloud|\bdata ?cent(er|re)|\bdatacent|\bcolo(cation)?\b|\bcolo[a-z]*crossing|\bdedicated\b|\bwebhost|\bcdn\b|\bbaremetal|\bbare metal\b/,
    /\bamazon|\baws\b|\bgoogle(?!.*fiber)|\bmicrosoft|\bazure\b|\boracle\b|\bdigital ?ocean|\blinode\b|\bakamai|\bovh\b|\bhetzner|\bleaseweb|\bcontabo|\bvultr\b|\bchoopa\b|\bconstant company|\bfastly\b|\bcloudflare|\brackspace|\bsoftlayer|\bibm\b/,
    /\balibaba|\baliyun|\btencent|\bhuawei cloud|\bbaidu\b|\bucloud\b|\bkingsoft|\bnaver cloud|\bsakura internet|\bgmo internet|\bionos\b|\b1&1\b(?! versatel)|\bscaleway|\bonline s\.?a\.?s|\bgandi\b|\bgodaddy|\bnamecheap|\bdreamhost|\bhostinger|\bm247|\bdatacamp|\bcdn77|\bpacket ?exchange|\bequinix|\bdigital realty|\bpsychz|\bquadranet|\bnocix|\bsharktech|\bzenlayer|\bcogent(?!.*comm)|\bfrantech|\bbuyvm|\bracknerd|\bdedipath|\bserverius|\bworldstream|\bnforce|\bupcloud|\baruba s\.?p\.?a|\bkeyweb|\bnetcup|\bstrato\b|\bplusserver|\bmyloc|\bserverel|\bclouvider|\bmultacom|\bgthost|\bhivelocity|\bphoenixnap|\blimestone networks|\bwholesale internet|\bsingle ?hop|\bliquid ?web|\binmotion|\bedgecast|\bedgio|\blimelight|\bfly\.io|\bheficed|\bip ?volume|\bselectel|\btimeweb|\breg\.ru|\bbeget\b|\byandex/,
    /(?<!g|fiber)host\b|\bidc\b|\bhuawei international|\bvolcano engine|\bbyteplus|\bunified layer|\bbluehost|\bendurance international|\beonix|\bit7 networks|\binternap|\bb2 net solutions|\bntirety|\bxneelo|\bvelia\.net|\bhome\.pl|\bnazwa\.pl|\bcyber_folks|\bquick ?packet|\bkrypt\b|\bnew dream network|\bglesys|\binter ?server\b|\bfirstcolo|\bghostnet|\benzu\b|\bmaxihost|\bcorespace|\bwiit\b|\binput output flood|\bgsl networks|\bi3d\.net|\btzulo|\bperformive|\bhydra communications|\bcarinet|\bwebnx|\bwebair|\blogicweb|\bvoxility|\biland\b|\bweb werks|\bkyberio|\bgorilla ?servers|\bwebzilla|\bnetactuate|\bmasterdc|\bhandy networks|\bturnkey internet|\b3xk tech|\bgigenet|\bh4y\b|^fiber grid inc|\bprivate layer|\b31173 services|\bblix solutions|^network solutions,? llc|\bdeft\.com|\bsyntura/,
    /\btierpoint|\bflexential|\bcologix|\baptum\b|\bcnservers|^peg tech\b|\bdatabank holdings|\bdatapipe\b|\blightedge|^expedient$|\bxserver\b|\buk-2\b|\bpulsant\b|\bincapsula|\blatitude\.sh|\brackdog|\bkamatera|\breliablesite|\bzomro\b|\bveesp\b|\bmelbikomas|\bgreen floid|\bsyseleven|\bwowrack|\bcdnetworks|\bvolico\b|\bglobotech communications|\bpackethub\b|team blue carrier|quality technology services|\batman sp|\bedis gmbh|\bsolvinity|nine internet solutions|^esited|^nodes direct$/,
  ]),
  rule('isp', 0, [
    /tele ?com|\btelekom|telefon|\btelephone|\btelco\b|\bmobile|\bmovil|\bcellular|\bwireless|\bbroadband|\bcable|\bfib(er|re)|\bfibra|\binternet\b|\bisp\b|\bcommunicat|\bcomunica|\bnet(work)?s?\b|\btelevis|\btv\b|\bdsl\b|\bsatel|\bwifi\b|\bwi-fi\b|\bonline\b|\bvodafone|\borange\b|\bcomcast|\bverizon|\bat&t|\bt-mobile|\bcharter|\bchina ?net|\bunicom|\bairtel|\bjio\b|\bprovedor|\bprovider|\blink\b|\btel\b|\bntt\b|\bkddi\b|\bsoftbank|\bproxad|\bfree s\.?a\.?s|\bliberty\b|\bziggo|\bkpn\b|\bswisscom|\btelia\b|\btelenor|\bcox\b|\bcentury ?link|\blumen\b|\blevel ?3|\bcogent|\bgtt\b|\bhurricane|\btransit\b|\bbackbone\b|\bstarlink|\bspace exploration/,
    /\btele(2|cel|net)\b|\btele (as|ab)\b|\btel(kom|stra|mex|gua|us\b|sur\b)|\btelco|\btranstelco|radiotelephone|\bsfr\b|\bversatel|\bbouygues|\biliad\b|\bbell (canada|aliant|mts)|\bvideotron|\bcogeco|\b(shaw|rogers) (comm|cable|wireless|tele)|\bsky (uk|italia|deutschland)|\bvirgin media|\btalktalk|\bplusnet\b|\bhyperoptic|\bproximus|\bodido\b|\btdc (holding|net)|\belisa oyj|\bdna oyj|\bhi3g\b|\bbahnhof\b|\baltibox|\bglobalconnect|\barelion|\beircom|\bfastweb|\bwind tre|\btim s|\bsunrise (gmbh|ag|llc)|\bsalt mobile|\bnetia\b|\bp4 sp|\bone hungary|\bdigi (romania|t[aá]v)|\bo2 czech|\bmegafon|\bvimpelcom|\bmts pjsc|\bkyivstar|\bturkcell|\bsuperonline|\bbezeq|\betisalat|\bitissalat|\booredoo|\bzain\b|\bwana corporate|\bte-as\b|\bmtn\b|\bvodacom|\bsafaricom|\bcell c\b|\bscancom|\bseacom\b|\bclaro\b|\bcomcel\b|\buninet s\.?a|\baxtel\b|\bvtr\b|\bcantv\b|\bv ?tal\b|\bsetar\b|\bviettel|\bvnpt\b|\bindosat|\blinknet\b|\bsingtel|\boptus\b|\biinet\b|\bvocus\b|\bsuperloop|\bpccw\b|\bhgc global|\btot public|\btm technology|\bbharat sanchar|\bmahanagar|\baircel\b|\bsify\b|\bdacom|\bpowercomm|\bjcom\b|\bbiglobe|\boptage\b|\bfreebit|\bdigital united|\brcn\b|\bbrightspeed|\bbreezeline|\bzayo\b|\ballstream|\bviasat|\bcolt technology|\binteliquent|\blinkdotnet/,
    /\bhutchison (3g|drei|tel)|three ireland|\ba1 (bulgaria|hrvatska|slovenija|makedonija|srbija)|enterprise a1\b|\bvivacom|\byettel|\btelemach|\bpolkomtel|\bvectra s\.a|multimedia polska|\binea sp|\btoya\b|\bexatel|\beuskaltel|\btiscali|\bretelit|\beolo s\.p|\bopnet srl|bt italia|\bskylogic|\bvoo s\.a|\bentel (chile|peru|s\.a)|\bnuevatel|\btelecentro\b|\bsatnet\b|\balestra\b|\boperbes|\baltice\b|\bairtek|telemic\b|\bcotas\b|\bifx corp|\bufinet\b|\bwideopenwest|\bpentele|\bteksavvy|\beastlink|\bxplore inc|\bmetronet\b|\bwebpass|pavlov media|blue stream|\bcomporium|\bbeanfield|\bebox\b/,
    /one new zealand|spark new zealand|\baapt\b|\bsingnet|\bstarhub|^m1 limited|\btt dotcom|\bhkbn\b|\bhknet\b|new century infocomm|\bkbro\b|asia pacific on-line|\bhellovision|\bdreamline|\bdlive\b|\bqtnet|\bstnet\b|\benecom|\bztv co|\bvee time|\bdialog axiata|\bncell\b|\brailtel|atria convergence|\btikona|\bteleservices|televentures|\bloxinfo|\blintasarta|mora telematika|\bkcell\b|\bvf ukraine|\blifecell|farlep|\bintersvyaz|\bbashinform|\bttk-svyaz|\bufanet|central telegraph|\bsilknet|\bmagticom|\bshatel\b|\basiatech data|parvaresh dadeha|ertebabat|\btt mobil\b|\bturknet|\bsonatel|\btopnet\b|\bethionet|\bemtel\b|\bqcell|\bwananchi|\bunitel sa|\bicosnet|\bmetrofibre|\breunicable|\bgva cote|\bstc bahrain|\bltt autonomous/,
    /\bbredband2|\bfibia\b|\bnorlys|\bhiper a\/s|\bnextgentel|\belisa eesti|\bbite (latvija|lietuva)|\bcgates|^sia tet$|\bljosleidarinn|\bcityfibre|\bkcom\b|\bexponential-e|\bdigiweb|\bmelita\b|\bgreen\.ch|\bquickline|\bvtx services|^iway\b|\bliwest|\bkabelplus|tele columbus|\bhtp gmbh|entega medianet|\beurofiber|\bsolcon\b|post luxembourg|\bnordnet sa\b|\badista\b|\beunetworks|\bquantcom|\bpoda a\.s|^swan, a\.s|^t-2, d|\bcooolbox|starnet solutii|\bfreenet ltd|mic tanzania/,
  ]),
]

/** What a network is used for, guessed from its name: right in about 85 of 100 cases. */
export default defineSource<'classes', ClassRule>({
  id: 'as-classes',
  title: { en: 'Name classes of networks', zh: '网络名称分类规则' },
  homepage: 'https://www.apache.org/licenses/LICENSE-2.0',
  licence: {
    name: 'Apache-2.0',
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
    attribution: { en: 'Network classes by Octet', zh: '网络分类由 Octet 提供' },
    mayRedistribute: true,
  },
  origin: { kind: 'url', urls: [], cadence: 'monthly' },
  kind: 'classes',
  precedence: 0,
  bounds: { minRows: 1, maxRows: 1000 },
  golden: [],
  parse: () => RULES,
})

/** The class of a network by its name; names that fit no rule belong to a business. */
export function classify(name: string): { usage: UsageType; flags: number } {
  const found = RULES.find(({ pattern }) => pattern.test(name))
  return found ?? { usage: 'business', flags: 0 }
}

function rule(usage: UsageType, flags: number, patterns: readonly RegExp[]): ClassRule {
  return { usage, flags, pattern: new RegExp(patterns.map(({ source }) => source).join('|'), 'i') }
}
