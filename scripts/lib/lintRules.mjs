// The repository's own lint rules, as selectors over the syntax tree. Each message gives the reason.

const liveObjects = '/^(Map|Set|WeakMap|WeakSet|EventTarget|EventEmitter)$/'
const storeFactories = '/^(createStore|createEmitter)$/'
const markupSinks = '/^(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|dangerouslySetInnerHTML)$/'
const memberName = ':matches(MemberExpression > .property, Property > .key, JSXAttribute > .name)'
/** Evaluated once, when the module is imported: neither inside a function nor per instance of a class. */
const once = ':not(:function *):not(PropertyDefinition[static=false] *)'

const postMessage = 'CallExpression:matches([callee.name="postMessage"], [callee.property.name="postMessage"])'

/** @typedef {{ selector: string, message: string }} Restriction */

/** @type {readonly Restriction[]} */
const moduleState = [
  {
    selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=/^(let|var)$/]',
    message: 'No module-level mutable state: several modals live on one page. Keep it in the instance.',
  },
  {
    selector: `NewExpression[callee.name=${liveObjects}]${once}`,
    message: 'No module-level collection or emitter: several modals live on one page. Create it per instance.',
  },
  {
    selector: `CallExpression:matches([callee.name=${storeFactories}], [callee.property.name=${storeFactories}])${once}`,
    message: 'No module-level store: several modals live on one page. Create it per instance.',
  },
]

/** @type {readonly Restriction[]} */
const markup = [
  {
    selector: `${memberName}:matches([name=${markupSinks}], [value=${markupSinks}])`,
    message: 'No markup from strings: it is an injection sink, and Trusted Types block it. Build nodes or JSX.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^setAttribute(NS)?$/] > Literal[value=/^style$/i]',
    message: 'No style attribute: a strict style-src blocks it. Use a class, a data-* state or a custom property.',
  },
  {
    selector: 'JSXAttribute[name.name="style"]',
    message: 'No style attribute: a strict style-src blocks a server-rendered one. Use a class or a data-* state.',
  },
  {
    selector: 'JSXOpeningElement[name.name="style"]',
    message: 'No <style> element: a strict style-src blocks it. Adopt a CSSStyleSheet.',
  },
  {
    selector:
      'CallExpression:matches([callee.name="createElement"], [callee.property.name="createElement"]) > Literal.arguments:first-child[value=/^style$/i]',
    message: 'No <style> element: a strict style-src blocks it. Adopt a CSSStyleSheet.',
  },
]

/** @type {readonly Restriction[]} */
const messages = [
  {
    selector: [
      `${postMessage} > .arguments:nth-child(2):matches(Literal[value="*"], TemplateLiteral[quasis.0.value.raw="*"])`,
      `${postMessage} > ObjectExpression > Property[key.name="targetOrigin"] > Literal[value="*"]`,
    ].join(),
    message: "No postMessage to '*': any page in that window could read it. Specify the exact target origin.",
  },
]

/** @type {readonly Restriction[]} */
const defaultExport = [
  {
    selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name="default"])',
    message: 'No default export outside configuration files: a name chosen by each importer cannot be searched for.',
  },
]

/** @type {readonly Restriction[]} */
const barrel = [
  {
    selector: ':matches(ExportAllDeclaration, ExportNamedDeclaration[source])',
    message: 'Only exports/* files re-export: import from the file that defines the name.',
  },
]

/** @type {readonly Restriction[]} */
const pointers = [
  {
    selector: `${memberName}[name=/^on(Pointer|Mouse)Enter$/]`,
    message:
      'No React enter event: it does not fire when the pointer comes from another React root, such as the page around the modal. Use onPointerOver.',
  },
]

/** For every source file of a package or app. */
export const sourceRestrictions = [...moduleState, ...markup, ...messages, ...pointers, ...defaultExport]

/** The same, for files outside `exports/`. */
export const innerRestrictions = [...sourceRestrictions, ...barrel]

const pageGlobals = [
  'document',
  'window',
  'self',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'navigator',
  'location',
  'history',
]
const injectedGlobals = ['fetch', 'WebSocket', 'setTimeout', 'setInterval', 'crypto', 'performance']
const injected = 'Core accesses its environment only through env, so that tests need no global fakes.'

/** Globals that core may not use: it also runs on servers and in tests. */
export const coreRestrictedGlobals = [
  ...pageGlobals.map((name) => ({ name, message: 'Core has no DOM: use env, or move this to ui-react.' })),
  ...injectedGlobals.map((name) => ({ name, message: injected })),
]

export const coreRestrictedProperties = [
  { object: 'Date', property: 'now', message: injected },
  { object: 'Math', property: 'random', message: injected },
]
