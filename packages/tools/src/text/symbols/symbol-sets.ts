import type { Text } from '@octet/core/text.ts'
import type { SetId } from './sign.ts'

/** A sign that is no emoji: one character with its names. */
export type NamedSign = { readonly char: string; readonly name: Text }

/** Reads `→ right arrow|右箭头`, a line each. */
const signs = (lines: string): readonly NamedSign[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, char = '', en = '', zh = ''] = /^\s*(\S+) ([^|]+)\|(.+)$/u.exec(line) ?? []
      return { char, name: { en, zh } }
    })

/** The same for signs that cannot be seen: `200B zero width space|零宽空格`. */
const hidden = (lines: string): readonly NamedSign[] =>
  signs(lines).map(({ char, name }) => ({ char: String.fromCodePoint(Number.parseInt(char, 16)), name }))

/** Signs that people look for by name, in sets. */
export const SYMBOL_SETS = {
  arrows: signs(`
    ← left arrow|左箭头
    ↑ up arrow|上箭头
    → right arrow|右箭头
    ↓ down arrow|下箭头
    ↔ left right arrow|左右箭头
    ↕ up down arrow|上下箭头
    ↖ up left arrow|左上箭头
    ↗ up right arrow|右上箭头
    ↘ down right arrow|右下箭头
    ↙ down left arrow|左下箭头
    ⇐ left double arrow|左双线箭头
    ⇑ up double arrow|上双线箭头
    ⇒ right double arrow, implies|右双线箭头，推出
    ⇓ down double arrow|下双线箭头
    ⇔ left right double arrow, if and only if|左右双线箭头，等价
    ↦ maps to|映射到
    ↩ left hook arrow|左弯箭头
    ↪ right hook arrow|右弯箭头
    ↵ return arrow, enter|回车箭头
    ↰ up then left arrow|上转左箭头
    ↱ up then right arrow|上转右箭头
    ↺ anticlockwise arrow, undo|逆时针箭头，撤销
    ↻ clockwise arrow, refresh|顺时针箭头，刷新
    ⇄ right over left arrows, exchange|左右交换箭头
    ⇅ up and down arrows, sort|上下交换箭头，排序
    ⇆ left over right arrows, exchange|左右互换箭头
    ⇧ white up arrow, shift|上空心箭头，Shift
    ⇨ white right arrow|右空心箭头
    ➔ heavy right arrow|粗右箭头
    ➜ heavy round right arrow|圆头粗右箭头
    ➤ black right arrowhead|实心右箭头
    ⟵ long left arrow|长左箭头
    ⟶ long right arrow|长右箭头
    ⟹ long right double arrow|长右双线箭头
    ↯ zigzag arrow, lightning|折线箭头，闪电`),
  maths: signs(`
    ± plus-minus|正负号
    × multiplication sign, times|乘号
    ÷ division sign|除号
    ∓ minus-plus|负正号
    − minus sign|减号
    ⋅ dot operator|点乘
    ≈ almost equal|约等于
    ≠ not equal|不等于
    ≡ identical, congruent|恒等于，同余
    ≤ less than or equal|小于等于
    ≥ greater than or equal|大于等于
    ≪ much less|远小于
    ≫ much greater|远大于
    ∝ proportional|正比于
    ∞ infinity|无穷大
    √ square root|根号
    ∛ cube root|立方根
    ∑ sum|求和
    ∏ product|求积
    ∫ integral|积分
    ∬ double integral|二重积分
    ∮ contour integral|曲线积分
    ∂ partial differential|偏微分
    ∇ nabla, gradient|梯度算子
    ∆ increment, delta|增量
    ∅ empty set|空集
    ∈ element of|属于
    ∉ not element of|不属于
    ∋ contains|包含元素
    ⊂ subset of|真子集
    ⊃ superset of|真超集
    ⊆ subset of or equal|子集
    ⊇ superset of or equal|超集
    ∪ union|并集
    ∩ intersection|交集
    ∧ logical and|逻辑与
    ∨ logical or|逻辑或
    ¬ not sign|逻辑非
    ⊕ circled plus, xor|圆圈加，异或
    ⊗ circled times|圆圈乘
    ∀ for all|任意
    ∃ there exists|存在
    ∄ there does not exist|不存在
    ∴ therefore|所以
    ∵ because|因为
    ∠ angle|角
    ⊥ perpendicular|垂直
    ∥ parallel|平行
    △ triangle|三角形
    ⌊ left floor|左下取整
    ⌋ right floor|右下取整
    ⌈ left ceiling|左上取整
    ⌉ right ceiling|右上取整
    ‰ per mille|千分号
    ‱ per ten thousand, basis point|万分号
    ° degree|度
    ′ prime, minutes, feet|角分，英尺
    ″ double prime, seconds, inches|角秒，英寸
    π pi|圆周率
    ℝ real numbers|实数集
    ℤ integers|整数集
    ℕ natural numbers|自然数集
    ℚ rational numbers|有理数集
    ℂ complex numbers|复数集
    ℵ alef, cardinality|阿列夫数
    ℏ reduced Planck constant|约化普朗克常数`),
  currency: signs(`
    $ dollar|美元
    € euro|欧元
    £ pound|英镑
    ¥ yuan, yen|人民币，日元
    ￥ fullwidth yuan, yen|全角人民币，日元
    ¢ cent|美分
    ₩ won|韩元
    ₹ Indian rupee|印度卢比
    ₽ ruble|卢布
    ₿ bitcoin|比特币
    ₫ dong|越南盾
    ฿ baht|泰铢
    ₱ peso|菲律宾比索
    ₦ naira|奈拉
    ₴ hryvnia|格里夫纳
    ₺ lira|土耳其里拉
    ₪ shekel|谢克尔
    ₸ tenge|坚戈
    ₮ tugrik|图格里克
    ₡ colon|科朗
    ₲ guarani|瓜拉尼
    ₵ cedi|塞地
    ƒ florin|弗罗林
    ¤ currency sign|通用货币符号`),
  punctuation: signs(`
    “ left double quotation mark|左双引号
    ” right double quotation mark|右双引号
    ‘ left single quotation mark|左单引号
    ’ right single quotation mark, apostrophe|右单引号，撇号
    „ low double quotation mark|下双引号
    « left guillemet|左书名号（法文引号）
    » right guillemet|右书名号（法文引号）
    ‹ left single guillemet|左单书名号（法文引号）
    › right single guillemet|右单书名号（法文引号）
    – en dash|短破折号
    — em dash|破折号
    ‑ non-breaking hyphen|不换行连字符
    … ellipsis|省略号
    • bullet|项目符号
    · middle dot|间隔号
    ‣ triangular bullet|三角项目符号
    ¡ inverted exclamation mark|倒感叹号
    ¿ inverted question mark|倒问号
    ‽ interrobang|疑问感叹号
    § section sign|小节号
    ¶ pilcrow, paragraph|段落号
    † dagger|剑标
    ‡ double dagger|双剑标
    © copyright|版权
    ® registered trademark|注册商标
    ™ trademark|商标
    ℠ service mark|服务标志
    ℡ telephone|电话
    № numero, number|编号
    ※ reference mark|参考标记，米字
    ⁂ asterism|三星号
    、 ideographic comma|顿号
    。 ideographic full stop|句号
    《 left double angle bracket|左书名号
    》 right double angle bracket|右书名号
    〈 left angle bracket|左单书名号
    〉 right angle bracket|右单书名号
    「 left corner bracket|左直角引号
    」 right corner bracket|右直角引号
    『 left white corner bracket|左双直角引号
    』 right white corner bracket|右双直角引号
    【 left black lenticular bracket|左方头括号
    】 right black lenticular bracket|右方头括号
    〔 left tortoise shell bracket|左六角括号
    〕 right tortoise shell bracket|右六角括号
    〖 left white lenticular bracket|左空心方头括号
    〗 right white lenticular bracket|右空心方头括号
    ～ fullwidth tilde, wave dash|波浪号
    々 ideographic iteration mark|叠字符
    〇 ideographic zero|零（〇）
    〆 closing mark|截止符`),
  shapes: signs(`
    ✓ check mark|对勾
    ✔ heavy check mark|粗对勾
    ✗ ballot x, cross|叉号
    ✘ heavy ballot x, cross|粗叉号
    ☐ ballot box|空复选框
    ☑ ballot box with check|打勾复选框
    ☒ ballot box with x|打叉复选框
    ★ black star|实心五角星
    ☆ white star|空心五角星
    ✦ four pointed star|四角星
    ✧ white four pointed star|空心四角星
    ✩ outlined star|描边五角星
    ✪ circled star|圆圈五角星
    ❖ diamond of four|四菱形
    ● black circle|实心圆
    ○ white circle|空心圆
    ◎ bullseye|双圆
    ◉ fisheye|鱼眼圆
    ◯ large circle|大圆
    ■ black square|实心方块
    □ white square|空心方块
    ▪ small black square|小实心方块
    ▫ small white square|小空心方块
    ◆ black diamond|实心菱形
    ◇ white diamond|空心菱形
    ◈ diamond in diamond|双菱形
    ▲ black up triangle|实心上三角
    ▼ black down triangle|实心下三角
    ◀ black left triangle|实心左三角
    ▶ black right triangle, play|实心右三角，播放
    ▽ white down triangle|空心下三角
    ▷ white right triangle|空心右三角
    ◁ white left triangle|空心左三角
    ♠ spade|黑桃
    ♥ heart|红桃，爱心
    ♦ diamond|方块（扑克）
    ♣ club|梅花
    ♡ white heart|空心爱心
    ❤ heavy heart|实心爱心
    ❀ flower|花
    ✿ black flower|实心花
    ❄ snowflake|雪花
    ☀ sun|太阳
    ☁ cloud|云
    ☂ umbrella|伞
    ☎ telephone|电话
    ✉ envelope|信封
    ✎ pencil|铅笔
    ✂ scissors|剪刀
    ♀ female|女性
    ♂ male|男性
    ☯ yin yang|阴阳太极
    ☮ peace|和平
    ♪ eighth note, music|八分音符，音乐
    ♫ beamed eighth notes, music|双八分音符，音乐
    ♬ beamed sixteenth notes, music|双十六分音符，音乐
    ♭ flat|降号
    ♯ sharp|升号
    ♲ recycling|循环再生
    ⚠ warning|警告
    ⚡ high voltage, lightning|高压，闪电
    ☠ skull and crossbones|骷髅
    ♔ white king, chess|白王（国际象棋）
    ♛ black queen, chess|黑后（国际象棋）
    ♟ black pawn, chess|黑兵（国际象棋）`),
  numbers: signs(`
    ① circled 1|带圈 1
    ② circled 2|带圈 2
    ③ circled 3|带圈 3
    ④ circled 4|带圈 4
    ⑤ circled 5|带圈 5
    ⑥ circled 6|带圈 6
    ⑦ circled 7|带圈 7
    ⑧ circled 8|带圈 8
    ⑨ circled 9|带圈 9
    ⑩ circled 10|带圈 10
    ❶ black circled 1|实心带圈 1
    ❷ black circled 2|实心带圈 2
    ❸ black circled 3|实心带圈 3
    ❹ black circled 4|实心带圈 4
    ❺ black circled 5|实心带圈 5
    ㈠ parenthesised one|括号一
    ㈡ parenthesised two|括号二
    ㈢ parenthesised three|括号三
    Ⅰ roman numeral 1|罗马数字 1
    Ⅱ roman numeral 2|罗马数字 2
    Ⅲ roman numeral 3|罗马数字 3
    Ⅳ roman numeral 4|罗马数字 4
    Ⅴ roman numeral 5|罗马数字 5
    Ⅵ roman numeral 6|罗马数字 6
    Ⅶ roman numeral 7|罗马数字 7
    Ⅷ roman numeral 8|罗马数字 8
    Ⅸ roman numeral 9|罗马数字 9
    Ⅹ roman numeral 10|罗马数字 10
    ½ one half|二分之一
    ⅓ one third|三分之一
    ⅔ two thirds|三分之二
    ¼ one quarter|四分之一
    ¾ three quarters|四分之三
    ⅛ one eighth|八分之一
    ⁰ superscript 0|上标 0
    ¹ superscript 1|上标 1
    ² superscript 2, squared|上标 2，平方
    ³ superscript 3, cubed|上标 3，立方
    ⁴ superscript 4|上标 4
    ⁵ superscript 5|上标 5
    ⁶ superscript 6|上标 6
    ⁷ superscript 7|上标 7
    ⁸ superscript 8|上标 8
    ⁹ superscript 9|上标 9
    ⁺ superscript plus|上标加号
    ⁻ superscript minus|上标减号
    ⁿ superscript n|上标 n
    ₀ subscript 0|下标 0
    ₁ subscript 1|下标 1
    ₂ subscript 2|下标 2
    ₃ subscript 3|下标 3
    ₄ subscript 4|下标 4
    ₅ subscript 5|下标 5
    ₆ subscript 6|下标 6
    ₇ subscript 7|下标 7
    ₈ subscript 8|下标 8
    ₉ subscript 9|下标 9
    ℃ degree Celsius|摄氏度
    ℉ degree Fahrenheit|华氏度
    Ω ohm|欧姆
    µ micro|微
    ㎡ square metre|平方米
    ㎥ cubic metre|立方米
    ㎏ kilogram|千克
    ㎜ millimetre|毫米
    ㎝ centimetre|厘米
    ㎞ kilometre|千米
    ㏄ cubic centimetre|立方厘米`),
  greek: signs(`
    Α Alpha|大写 Alpha
    Β Beta|大写 Beta
    Γ Gamma|大写 Gamma
    Δ Delta|大写 Delta
    Ε Epsilon|大写 Epsilon
    Ζ Zeta|大写 Zeta
    Η Eta|大写 Eta
    Θ Theta|大写 Theta
    Ι Iota|大写 Iota
    Κ Kappa|大写 Kappa
    Λ Lambda|大写 Lambda
    Μ Mu|大写 Mu
    Ν Nu|大写 Nu
    Ξ Xi|大写 Xi
    Ο Omicron|大写 Omicron
    Π Pi|大写 Pi
    Ρ Rho|大写 Rho
    Σ Sigma|大写 Sigma
    Τ Tau|大写 Tau
    Υ Upsilon|大写 Upsilon
    Φ Phi|大写 Phi
    Χ Chi|大写 Chi
    Ψ Psi|大写 Psi
    Ω Omega|大写 Omega
    α alpha|小写 alpha，阿尔法
    β beta|小写 beta，贝塔
    γ gamma|小写 gamma，伽马
    δ delta|小写 delta，德尔塔
    ε epsilon|小写 epsilon，艾普西隆
    ζ zeta|小写 zeta，泽塔
    η eta|小写 eta，伊塔
    θ theta|小写 theta，西塔
    ι iota|小写 iota，约塔
    κ kappa|小写 kappa，卡帕
    λ lambda|小写 lambda，拉姆达
    μ mu|小写 mu，缪
    ν nu|小写 nu，纽
    ξ xi|小写 xi，克西
    ο omicron|小写 omicron，奥密克戎
    π pi|小写 pi，派
    ρ rho|小写 rho，柔
    σ sigma|小写 sigma，西格马
    ς final sigma|词尾 sigma
    τ tau|小写 tau，陶
    υ upsilon|小写 upsilon，宇普西隆
    φ phi|小写 phi，斐
    χ chi|小写 chi，希
    ψ psi|小写 psi，普西
    ω omega|小写 omega，奥米伽`),
  lines: signs(`
    ─ horizontal line|横线
    │ vertical line|竖线
    ┌ top left corner|左上角
    ┐ top right corner|右上角
    └ bottom left corner|左下角
    ┘ bottom right corner|右下角
    ├ branch to the right|右分支
    ┤ branch to the left|左分支
    ┬ branch downwards|下分支
    ┴ branch upwards|上分支
    ┼ crossing|十字
    ╭ round top left corner|圆左上角
    ╮ round top right corner|圆右上角
    ╯ round bottom right corner|圆右下角
    ╰ round bottom left corner|圆左下角
    ━ heavy horizontal line|粗横线
    ┃ heavy vertical line|粗竖线
    ┏ heavy top left corner|粗左上角
    ┓ heavy top right corner|粗右上角
    ┗ heavy bottom left corner|粗左下角
    ┛ heavy bottom right corner|粗右下角
    ═ double horizontal line|双横线
    ║ double vertical line|双竖线
    ╔ double top left corner|双线左上角
    ╗ double top right corner|双线右上角
    ╚ double bottom left corner|双线左下角
    ╝ double bottom right corner|双线右下角
    ╠ double branch to the right|双线右分支
    ╣ double branch to the left|双线左分支
    ╦ double branch downwards|双线下分支
    ╩ double branch upwards|双线上分支
    ╬ double crossing|双线十字
    ┄ dashed horizontal line|横虚线
    ┆ dashed vertical line|竖虚线
    ╱ diagonal rising|右斜线
    ╲ diagonal falling|左斜线
    ▀ upper half block|上半块
    ▄ lower half block|下半块
    █ full block|实心块
    ▌ left half block|左半块
    ▐ right half block|右半块
    ░ light shade|浅色阴影块
    ▒ medium shade|中等阴影块
    ▓ dark shade|深色阴影块`),
  keys: signs(`
    ⌘ command, place of interest|Command，名胜标志
    ⌥ option, alt|Option，Alt
    ⇧ shift|Shift
    ⌃ control|Control
    ⇪ caps lock|Caps Lock，大写锁定
    ⎋ escape|Esc，退出
    ⏎ return, enter|回车
    ⌫ delete to the left, backspace|退格
    ⌦ delete to the right|向右删除
    ⇥ tab|Tab，制表
    ⇤ back tab|反向 Tab
    ␣ space bar|空格键
    ⌤ enter|Enter，确认
    ⇞ page up|上翻页
    ⇟ page down|下翻页
    ↖ home|Home，行首
    ↘ end|End，行尾
    ⏏ eject|弹出
    ⏻ power|电源
    ⏸ pause|暂停
    ⏹ stop|停止
    ⏺ record|录制
    ⌂ house|房屋`),
  hidden: hidden(`
    A0 no-break space, nbsp|不换行空格
    3000 ideographic space|全角空格
    2002 en space|半身空格（en）
    2003 em space|全身空格（em）
    2009 thin space|窄空格
    202F narrow no-break space|窄不换行空格
    200B zero width space|零宽空格
    200C zero width non-joiner|零宽不连字
    200D zero width joiner|零宽连字
    2060 word joiner|零宽不换行
    FEFF zero width no-break space, BOM|零宽不换行空格，BOM
    AD soft hyphen|软连字符
    200E left-to-right mark|从左至右标记
    200F right-to-left mark|从右至左标记
    3164 Hangul filler, blank name|韩文填充符，空白昵称
    2800 Braille blank|空白盲文
    FE0F variation selector 16, emoji style|变体选择符 16，表情样式`),
} as const satisfies Partial<Record<SetId, readonly NamedSign[]>>
