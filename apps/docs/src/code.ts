import type { MarkdownOptions } from 'vitepress'

type CodeTransformer = NonNullable<MarkdownOptions['codeTransformers']>[number]
type CodeTheme = Extract<NonNullable<MarkdownOptions['theme']>, { settings?: unknown }>

/** The kinds of text in code, by the scopes of TextMate grammars. The stylesheet of the theme has a class for each. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'markup.inserted'],
  number: ['constant', 'support.constant', 'entity.other.attribute-name'],
  keyword: ['keyword', 'storage', 'entity.name.tag', 'variable.language', 'keyword.operator.new'],
  function: ['entity.name.function', 'support.function'],
  type: [
    'entity.name.type',
    'support.type.primitive',
    'entity.name.class',
    'support.class',
    'support.type.property-name',
  ],
  plain: ['keyword.operator', 'storage.type.function.arrow', 'meta.template.expression'],
  removed: ['markup.deleted'],
}

/** A placeholder color for each kind, as Shiki themes must contain colors. */
const colors = Object.fromEntries(Object.keys(kinds).map((kind, index) => [kind, `#00000${index + 1}`]))

/** A theme with placeholder colors, which `styleCode` replaces by classes. */
export const codeTheme: CodeTheme = {
  name: 'latchkey',
  type: 'light',
  fg: '#000000',
  bg: '#ffffff',
  settings: Object.entries(kinds).map(([kind, scope]) => ({
    scope: [...scope],
    settings: { foreground: colors[kind] },
  })),
} as CodeTheme

/** Puts a class in the place of each color: the policy of the site forbids style attributes. */
export const styleCode: CodeTransformer = {
  name: 'latchkey-classes',
  preprocess(_code, options) {
    // the default leaves a line without colors if a busy machine takes longer than half a second
    options.tokenizeTimeLimit = 0
  },
  pre(node) {
    delete node.properties['style']
  },
  span(node) {
    const style = String(node.properties['style'] ?? '')
    delete node.properties['style']
    const kind = Object.keys(colors).find((name) => style.includes(colors[name] ?? ''))
    if (kind !== undefined) node.properties['class'] = `code-${kind}`
  },
}
