import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import sql from '../../format/sql/tool.ts'

const format = async (text: string, options: object = {}) =>
  ((await answerTool(sql, { text, ...options }, createTestHost())) as { text: string }).text
const bare = (text: string) => text.replaceAll(/\s/g, '')

const MAPPER = `<select id="find" resultType="User">select <include refid="cols"/> from user
<where> <if test="name != null and name != ''">and name like concat('%',#{name},'%')</if>
<if test='age &gt; 1'>and age &lt;= #{age} and size <![CDATA[ < ]]> 3</if><choose><when test="a">and b=1</when><otherwise>and b=2</otherwise></choose>
<!-- the chosen ones --> and id in <foreach collection="ids" item="i" open="(" separator="," close=")">#{i}</foreach></where> order by \${by}</select>`

test('each element of MyBatis has its line, and what it holds goes in', async () => {
  assert.equal(
    await format(MAPPER),
    `<select id="find" resultType="User">
  select
    <include refid="cols"/>
  from
    user
    <where>
      <if test="name != null and name != ''">
        and name like concat('%', #{name}, '%')
      </if>
      <if test='age &gt; 1'>
        and age &lt;= #{age}
        and size <![CDATA[ < ]]> 3
      </if>
      <choose>
        <when test="a">
          and b = 1
        </when>
        <otherwise>
          and b = 2
        </otherwise>
      </choose>
      <!-- the chosen ones -->
      and id in
      <foreach collection="ids" item="i" open="(" separator="," close=")">
        #{i}
      </foreach>
    </where>
  order by
    \${by}
</select>`,
  )
})

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "mybatis-3-mapper.dtd">
<mapper namespace="x.UserMapper"><resultMap id="r" type="User"><id column="id" property="id"/><result column="n" property="name"/></resultMap>
${MAPPER}
<insert id="add"><selectKey keyProperty="id" order="AFTER" resultType="long">select last_insert_id()</selectKey>insert into user(name) values(#{name})</insert></mapper>`

const STATEMENTS = [
  MAPPER,
  FILE,
  'update t <set><if test="a!=null">a=#{a,jdbcType=VARCHAR},</if><if test="b">b=1</if></set> where id=#{id}',
  'insert into t <trim prefix="(" suffix=")" suffixOverrides=","><if test="a">a,</if>b</trim> values <foreach collection="l" item="i" separator=",">(#{i.a}, 2)</foreach>',
  '<sql id="cols">id, name</sql>\n<select id="a">select <include refid="cols"/> from t</select>\n<delete id="b">delete from t where a<![CDATA[<]]>b</delete>',
  '<select id="c"><![CDATA[\nselect a from b where c < d\n]]></select>',
  'select a from b where 1=1<if test="x">and y</if>',
  '<if test="x">',
  '</if></where> select 1',
]
for (const text of STATEMENTS)
  test(`nothing but white space changes, and a second time nothing: ${text.slice(0, 50)}`, async () => {
    for (const options of [{}, { dialect: 'mysql' }, { indent: 'tab', keywordCase: 'upper' }]) {
      const once = await format(text, options)
      assert.equal(bare(once).toLowerCase(), bare(text).toLowerCase())
      assert.equal(await format(once, options), once)
    }
  })

test('what only looks like an element is SQL', async () => {
  assert.equal(await format('select a from b where c <d and e> f'), await format('select a from b where c < d and e > f'))
  assert.match(await format('select a from b where x<if and y>3'), /x < if/)
})

test('two subscripts before a comparison end no CDATA', async () => {
  assert.equal(
    await format('select a from t where a[b[1]]>2', { dialect: 'postgresql' }),
    'select\n  a\nfrom\n  t\nwhere\n  a[b[1]] > 2',
  )
})

test('many elements, one in the other or unclosed, are done in time', { timeout: 60_000 }, async () => {
  for (const text of ['<if test="a">'.repeat(3_000), '<if a="'.repeat(3_000), '<!--'.repeat(100_000), '<![CDATA['.repeat(3_000)])
    await format(`select 1 ${text}`).catch((error: Error) => assert.equal(error.name, 'AppError'))
})
