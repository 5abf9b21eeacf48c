// ../../tsup.preset.ts
import { mkdir as mkdir2, readdir as readdir2, readFile as readFile3, writeFile as writeFile3 } from "node:fs/promises";
import { dirname as dirname3 } from "node:path";
import { transform } from "esbuild";
import { defineConfig } from "tsup";

// ../../scripts/lib/joinGroups.mjs
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
async function joinGroups(path, groups) {
  const folder = resolve(path);
  for (const [name, members] of Object.entries(groups)) {
    const target = join(folder, `${name}.js`);
    const files = members.map((member) => join(folder, `${member}.js`));
    await joinGroup({ folder, name, target, files });
  }
}
async function joinGroup(group) {
  const { folder, target, files } = group;
  const { text, outside } = await bundle(group);
  await refuseCircles(group, outside);
  for (const file of files) await rm(file);
  const others = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  for (const name of others) {
    const file = join(folder, name);
    const before = await readFile(file, "utf8");
    const after = redirect(before, file, group);
    if (after !== before) await writeFile(file, after);
  }
  await writeFile(target, text);
}
async function bundle({ folder, name, target, files }) {
  const lines = await Promise.all(
    files.map(async (file, index) => {
      const names = (await listExports(file)).map((own) => own === "default" ? `default as ${toName(index)}` : own);
      return `export { ${names.join(", ")} } from ${JSON.stringify(toPath(folder, file))}`;
    })
  );
  const outside = /* @__PURE__ */ new Set();
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: folder },
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
    outfile: target,
    plugins: [
      {
        name: "outside",
        setup({ onResolve }) {
          onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
            if (!path.startsWith(".")) return { path, external: true };
            const file = resolve(resolveDir, path);
            if (files.includes(file)) {
              if (kind !== "dynamic-import") return void 0;
              return { errors: [{ text: `${relative(folder, file)} is loaded later by its own group "${name}".` }] };
            }
            if (kind === "import-statement") outside.add(file);
            return { path: toPath(folder, file), external: true };
          });
        }
      }
    ]
  });
  return { text: outputFiles[0]?.text ?? "", outside };
}
async function listExports(file) {
  const { metafile } = await build({
    entryPoints: [file],
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
    outfile: file
  });
  return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
}
async function refuseCircles({ folder, name, files }, outside) {
  const { metafile } = await build({
    entryPoints: [...outside],
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
    absWorkingDir: folder,
    outdir: folder,
    packages: "external",
    plugins: [
      {
        name: "later",
        setup({ onResolve }) {
          onResolve(
            { filter: /.*/ },
            ({ kind, path }) => kind === "dynamic-import" ? { path, external: true } : void 0
          );
        }
      }
    ]
  });
  const back = Object.keys(metafile.inputs).filter((path) => files.includes(resolve(folder, path)));
  if (back.length > 0) throw new Error(`The group "${name}" needs a file that needs ${back.join(", ")} of it.`);
}
function redirect(text, file, { name, target, files }) {
  return text.replaceAll(/(\w+ )?(from |import\()"(\.[^"]+)"/g, (whole, word, verb, path) => {
    const index = files.indexOf(resolve(dirname(file), path));
    if (index < 0) return whole;
    const joined = `"${toPath(dirname(file), target)}"`;
    if (verb === "import(") throw new Error(`${file} loads ${path} later, which is in the group "${name}".`);
    return word === void 0 ? `from ${joined}` : `{ ${toName(index)} as ${word.trim()} } from ${joined}`;
  });
}
var toName = (index) => `default${index}`;
function toPath(from, to) {
  const path = relative(from, to).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

// ../../scripts/lib/writeDeclarations.mjs
import { existsSync } from "node:fs";
import { mkdir, readFile as readFile2, writeFile as writeFile2 } from "node:fs/promises";
import { dirname as dirname2, join as join2 } from "node:path";
import ts from "typescript";
async function writeDeclarations(from, to, names) {
  const files = new Set(names.map((name) => `${name}.ts`));
  for (const file of files) {
    const text = await readFile2(join2(from, file), "utf8");
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: file, compilerOptions });
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host));
    const target = join2(to, file.replace(/\.tsx?$/, ".d.ts"));
    await mkdir(dirname2(target), { recursive: true });
    await writeFile2(target, outputText);
    for (const { fileName } of ts.preProcessFile(outputText).importedFiles) {
      if (fileName.startsWith(".")) files.add(findSource(from, join2(dirname2(file), fileName)));
    }
  }
}
var compilerOptions = { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 };
var host = { getCurrentDirectory: () => "", getCanonicalFileName: (name) => name, getNewLine: () => "\n" };
function findSource(folder, path) {
  const names = [".ts", ".tsx"].map((ending) => path.replace(/\.js$/, ending));
  const found = names.find((name) => existsSync(join2(folder, name)));
  if (found === void 0) throw new Error(`${path} has no source of types: ${names.join(" and ")} are not there.`);
  return found;
}

// ../../tsup.preset.ts
var cssImports = {
  name: "css-imports",
  setup(build2) {
    build2.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const contents = (await readFile3(path, "utf8")).replace(/(from '\.{1,2}\/[^']+\.css)'/g, "$1.js'");
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  }
};
async function writeStyles() {
  const files = await readdir2("src", { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".css"))) {
    const { code } = await transform(await readFile3(`src/${file}`, "utf8"), { loader: "css", minify: true });
    await mkdir2(dirname3(`dist/${file}`), { recursive: true });
    await writeFile3(`dist/${file}.js`, `export default ${JSON.stringify(code.trim())}
`);
  }
}
function preset(overrides) {
  return defineConfig({
    format: "esm",
    target: "es2022",
    platform: "neutral",
    splitting: true,
    treeshake: false,
    clean: true,
    silent: true,
    esbuildOptions(options) {
      options.jsx = "automatic";
      options.chunkNames = "chunks/[name]-[hash]";
    },
    ...overrides
  });
}
function perFile(exports, groups = {}) {
  return preset({
    entry: ["src/**/*.{ts,tsx}", "!src/**/*.{test,test-d,d}.*", "!src/**/testing/**"],
    bundle: false,
    esbuildPlugins: [cssImports],
    onSuccess: async () => {
      await writeStyles();
      await joinGroups("dist", groups);
      await writeDeclarations(
        "src",
        "dist",
        exports.map((name) => `exports/${name}`)
      );
    }
  });
}

// tsup.config.ts
var config = perFile(["index", "controllers", "cookies", "csp", "plugin", "walletList"], {
  base: [
    ...["modal", "env", "loadLater", "errors/AbortedError", "errors/LatchkeyError", "store/persist", "store/schema"],
    ...["caip", "isRecord", "lazily", "loadModule", "omitUndefined", "readField", "walletClaims"].map(
      (name) => `utils/${name}`
    ),
    ...["balance", "features", "router", "toast", "wallets"].map((slice) => `controllers/${slice}/state`),
    "controllers/connection/toConnectionKey"
  ],
  // what the main entry has, and no first page uses
  texts: ["utils/parseCaipAddress", "utils/toFixedDecimals"],
  routing: [
    ...["connection/assertStarted", "network/isRefusedNetwork", "network/setActiveNamespace"],
    ...["close", "getRoute", "goBack", "navigate", "open", "shake", "toStartRoute"].map((name) => `router/${name}`),
    ...["getConnectors", "getRecentWalletIds", "limits", "toWalletKey"].map((name) => `wallets/${name}`),
    // whatever speaks to a wallet comes with or after the routes
    ...["../errors/connection", "../errors/nameFault", "../timers"]
  ].map((name) => `controllers/${name}`),
  // what is known of an account and can be done with it
  balances: [
    "cached",
    "api/blockchain/hasBlockchainApi",
    ...["fetchBalance", "storedBalance", "toTarget", "watchActivity", "watchBalance"].map(
      (name) => `controllers/balance/${name}`
    ),
    ...["connection/toWatchKey", "portfolio/getWalletActions", "swap/swapNetworks"].map(
      (name) => `controllers/${name}`
    ),
    "utils/toDecimal"
  ],
  // what is kept known of an account where a service knows it
  portfolio: [
    ...["api/blockchain/isServiceClosed", "controllers/activity/isActivitySupported", "controllers/activity/state"],
    ...["loadPortfolio", "readHoldings", "state", "storedHoldings", "toPortfolio", "watchPortfolio"].map(
      (name) => `controllers/portfolio/${name}`
    )
  ],
  // whose name and picture an address has
  identity: [
    ...["fetchIdentityOf", "fetchProfilesOf", "isNotFound", "toNameProfile"].map((name) => `api/blockchain/${name}`),
    ...["fetchIdentity", "state", "storedIdentities", "watchIdentity"].map((name) => `controllers/identity/${name}`)
  ],
  service: ["callBlockchain", "fields", "isChainServed", "fetchSupportedChains", "toPathPart"].map(
    (name) => `api/blockchain/${name}`
  ),
  // a form of sending, before it asks
  sendForm: [
    ...["clearSend", "leaveSend", "loadSending", "reduceSend", "setSend", "setSendAmount"],
    ...["setSendReceiver", "startSend", "state", "updateSend", "withSending"]
  ].map((name) => `controllers/send/${name}`),
  swapForm: [
    "api/blockchain/fetchSwapTokens",
    ...[
      ...[
        "attemptSwap",
        "clearSwap",
        "cutDecimals",
        "fetchSwapQuote",
        "findSwapToken",
        "fitSwap",
        "flipSwap",
        "getSwapHolding"
      ],
      "isSameToken",
      ...["loadSwap", "loadSwapOffers", "readSwapTokens", "reduceSwap", "setSwap", "setSwapAmount", "state"],
      ...["toSwapFault", "updateSwap", "watchSwap", "withNative"]
    ].map((name) => `controllers/swap/${name}`)
  ],
  // what is sent, and to whom
  transfers: [
    ...["requireSender", "fetchTransferFee", "readToken"].map((name) => `controllers/transfers/${name}`),
    ...["controllers/connection/askAdapter", "errors/transfer"]
  ],
  // how much there is of what
  holding: ["getHolding", "getKnownHolding"].map((name) => `controllers/transfers/${name}`),
  naming: ["parseAccountName", "reduceNames", "resetNames", "setNames", "state"].map(
    (name) => `controllers/names/${name}`
  ),
  features: ["errors/connected", "getFeature", "controllers/network/findNetwork"],
  // what is asked of a wallet that is connected
  requests: ["callFeature", "requireConnection"].map((name) => `controllers/connection/${name}`),
  // whose account it is, and where
  account: [
    ...["account/getAccount", "connection/getConnectedWallet", "network/getNetworkState"].map(
      (name) => `controllers/${name}`
    )
  ],
  connections: [
    ...["attempts", "cooldowns", "updateNamespace", "utils/isEmail"],
    ...["getConnection", "getLiveConnections", "isLive", "state"].map((name) => `controllers/connection/${name}`),
    ...["account/getPreferredAccountType", "siwx/hasSiwx"].map((name) => `controllers/${name}`)
  ],
  connecting: [
    ...["activate", "ask", "connect", "findConnector", "finishConnect", "followStorage", "forget", "forgetStored"],
    ...[
      "getSilentDeadline",
      "hasSession",
      "isMultiWallet",
      "listenToAuth",
      "listenToWallet",
      "loadLater",
      "parseWalletReply"
    ],
    ...["releaseWallet", "remember", "replaceConnection"],
    ...["setConnection", "startConnect", "stopListening", "storeConnection", "storeConnections", "toConnectError"],
    ...["toConnection", "trackFailure", "watchStorage"],
    ...[
      "../account/readPreferredAccountType",
      "../network/applyNetworkPolicy",
      "../router/show",
      "../router/watchView",
      "../siwx/isSignInShown",
      "../siwx/leaveSignIns",
      "../siwx/watchSiwx"
    ]
  ].map((name) => `controllers/connection/${name}`),
  // a wallet that spans chain families, paired with or logged in to
  pairing: ["connection/connectChains", "connection/getPairingNamespaces", "../errors/pairing"].map(
    (name) => `controllers/${name}`
  ),
  switching: ["findEmbeddedWallet", "startSwitch", "switchNetwork"].map((name) => `controllers/network/${name}`),
  walletRows: [
    ...["askWalletList", "failList", "fetchListImage", "fetchWalletImage", "getWalletMemory", "isOffered"],
    ...["prefetchWallets", "toOfferQuery", "updateAll", "updateWallets"]
  ].map((name) => `controllers/wallets/${name}`),
  links: ["links/detectHost", "links/parseLink", "links/readHost", "links/readTraits", "links/toTarget"],
  // what speaks to wallets and nodes
  asking: [
    ...["errors/network", "errors/rpc"],
    ...["address", "pause", "readBytes", "readText", "waitFor"].map((name) => `utils/${name}`)
  ]
});
var tsup_config_default = config;
export {
  tsup_config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLi4vLi4vdHN1cC5wcmVzZXQudHMiLCAiLi4vLi4vc2NyaXB0cy9saWIvam9pbkdyb3Vwcy5tanMiLCAiLi4vLi4vc2NyaXB0cy9saWIvd3JpdGVEZWNsYXJhdGlvbnMubWpzIiwgInRzdXAuY29uZmlnLnRzIl0sCiAgInNvdXJjZXNDb250ZW50IjogWyJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL3RyZWVzL3N3YXAvdHN1cC5wcmVzZXQudHNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvdHJlZXMvc3dhcFwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay90cmVlcy9zd2FwL3RzdXAucHJlc2V0LnRzXCI7aW1wb3J0IHsgbWtkaXIsIHJlYWRkaXIsIHJlYWRGaWxlLCB3cml0ZUZpbGUgfSBmcm9tICdub2RlOmZzL3Byb21pc2VzJ1xuaW1wb3J0IHsgZGlybmFtZSB9IGZyb20gJ25vZGU6cGF0aCdcbmltcG9ydCB7IHRyYW5zZm9ybSB9IGZyb20gJ2VzYnVpbGQnXG5pbXBvcnQgeyBkZWZpbmVDb25maWcsIHR5cGUgT3B0aW9ucyB9IGZyb20gJ3RzdXAnXG5pbXBvcnQgeyB0eXBlIEdyb3Vwcywgam9pbkdyb3VwcyB9IGZyb20gJy4vc2NyaXB0cy9saWIvam9pbkdyb3Vwcy5tanMnXG5pbXBvcnQgeyB3cml0ZURlY2xhcmF0aW9ucyB9IGZyb20gJy4vc2NyaXB0cy9saWIvd3JpdGVEZWNsYXJhdGlvbnMubWpzJ1xuXG50eXBlIFBsdWdpbiA9IE5vbk51bGxhYmxlPE9wdGlvbnNbJ2VzYnVpbGRQbHVnaW5zJ10+W251bWJlcl1cblxuLyoqIFNvdXJjZXMgaW1wb3J0IGEgc3R5bGVzaGVldCBhcyBhIG1vZHVsZSBvZiB0ZXh0OiBgWC5jc3NgIGlzIHdyaXR0ZW4gYXMgYFguY3NzLmpzYCBieSB7QGxpbmsgd3JpdGVTdHlsZXN9LiAqL1xuY29uc3QgY3NzSW1wb3J0czogUGx1Z2luID0ge1xuICBuYW1lOiAnY3NzLWltcG9ydHMnLFxuICBzZXR1cChidWlsZCkge1xuICAgIGJ1aWxkLm9uTG9hZCh7IGZpbHRlcjogL1xcLnRzeD8kLyB9LCBhc3luYyAoeyBwYXRoIH0pID0+IHtcbiAgICAgIGNvbnN0IGNvbnRlbnRzID0gKGF3YWl0IHJlYWRGaWxlKHBhdGgsICd1dGY4JykpLnJlcGxhY2UoLyhmcm9tICdcXC57MSwyfVxcL1teJ10rXFwuY3NzKScvZywgXCIkMS5qcydcIilcbiAgICAgIHJldHVybiB7IGNvbnRlbnRzLCBsb2FkZXI6IHBhdGguZW5kc1dpdGgoJ3gnKSA/ICd0c3gnIDogJ3RzJyB9XG4gICAgfSlcbiAgfSxcbn1cblxuLyoqIEVhY2ggc3R5bGVzaGVldCBiZWxvdyBgc3JjYCBhcyBhIG1vZHVsZSB3aG9zZSBkZWZhdWx0IGV4cG9ydCBpcyBpdHMgbWluaWZpZWQgdGV4dC4gKi9cbmFzeW5jIGZ1bmN0aW9uIHdyaXRlU3R5bGVzKCk6IFByb21pc2U8dm9pZD4ge1xuICBjb25zdCBmaWxlcyA9IGF3YWl0IHJlYWRkaXIoJ3NyYycsIHsgcmVjdXJzaXZlOiB0cnVlIH0pXG4gIGZvciAoY29uc3QgZmlsZSBvZiBmaWxlcy5maWx0ZXIoKG5hbWUpID0+IG5hbWUuZW5kc1dpdGgoJy5jc3MnKSkpIHtcbiAgICBjb25zdCB7IGNvZGUgfSA9IGF3YWl0IHRyYW5zZm9ybShhd2FpdCByZWFkRmlsZShgc3JjLyR7ZmlsZX1gLCAndXRmOCcpLCB7IGxvYWRlcjogJ2NzcycsIG1pbmlmeTogdHJ1ZSB9KVxuICAgIGF3YWl0IG1rZGlyKGRpcm5hbWUoYGRpc3QvJHtmaWxlfWApLCB7IHJlY3Vyc2l2ZTogdHJ1ZSB9KVxuICAgIGF3YWl0IHdyaXRlRmlsZShgZGlzdC8ke2ZpbGV9LmpzYCwgYGV4cG9ydCBkZWZhdWx0ICR7SlNPTi5zdHJpbmdpZnkoY29kZS50cmltKCkpfVxcbmApXG4gIH1cbn1cblxuLyoqIFdoYXQgZXZlcnkgYnVpbGQgaGFzIGluIGNvbW1vbi4gKi9cbmV4cG9ydCBmdW5jdGlvbiBwcmVzZXQob3ZlcnJpZGVzOiBPcHRpb25zKTogUmV0dXJuVHlwZTx0eXBlb2YgZGVmaW5lQ29uZmlnPiB7XG4gIHJldHVybiBkZWZpbmVDb25maWcoe1xuICAgIGZvcm1hdDogJ2VzbScsXG4gICAgdGFyZ2V0OiAnZXMyMDIyJyxcbiAgICBwbGF0Zm9ybTogJ25ldXRyYWwnLFxuICAgIHNwbGl0dGluZzogdHJ1ZSxcbiAgICB0cmVlc2hha2U6IGZhbHNlLFxuICAgIGNsZWFuOiB0cnVlLFxuICAgIHNpbGVudDogdHJ1ZSxcbiAgICBlc2J1aWxkT3B0aW9ucyhvcHRpb25zKSB7XG4gICAgICBvcHRpb25zLmpzeCA9ICdhdXRvbWF0aWMnXG4gICAgICBvcHRpb25zLmNodW5rTmFtZXMgPSAnY2h1bmtzL1tuYW1lXS1baGFzaF0nXG4gICAgfSxcbiAgICAuLi5vdmVycmlkZXMsXG4gIH0pXG59XG5cbi8qKlxuICogQW4gb3V0cHV0IGZpbGUgcGVyIHNvdXJjZSBmaWxlLCBzbyB0aGF0IGFuIGFwcCdzIGJ1bmRsZXIgbG9hZHMgYXQgZmlyc3Qgd2hhdCBpdHMgZmlyc3QgcGFnZSBuZWVkczsgYW5kIG9uZSBmaWxlIHBlclxuICogZ3JvdXAgZm9yIHdoYXQgaXMgYWx3YXlzIG5lZWRlZCB0b2dldGhlci5cbiAqL1xuZXhwb3J0IGZ1bmN0aW9uIHBlckZpbGUoZXhwb3J0czogcmVhZG9ubHkgc3RyaW5nW10sIGdyb3VwczogR3JvdXBzID0ge30pOiBSZXR1cm5UeXBlPHR5cGVvZiBwcmVzZXQ+IHtcbiAgcmV0dXJuIHByZXNldCh7XG4gICAgZW50cnk6IFsnc3JjLyoqLyoue3RzLHRzeH0nLCAnIXNyYy8qKi8qLnt0ZXN0LHRlc3QtZCxkfS4qJywgJyFzcmMvKiovdGVzdGluZy8qKiddLFxuICAgIGJ1bmRsZTogZmFsc2UsXG4gICAgZXNidWlsZFBsdWdpbnM6IFtjc3NJbXBvcnRzXSxcbiAgICBvblN1Y2Nlc3M6IGFzeW5jICgpID0+IHtcbiAgICAgIGF3YWl0IHdyaXRlU3R5bGVzKClcbiAgICAgIGF3YWl0IGpvaW5Hcm91cHMoJ2Rpc3QnLCBncm91cHMpXG4gICAgICBhd2FpdCB3cml0ZURlY2xhcmF0aW9ucyhcbiAgICAgICAgJ3NyYycsXG4gICAgICAgICdkaXN0JyxcbiAgICAgICAgZXhwb3J0cy5tYXAoKG5hbWUpID0+IGBleHBvcnRzLyR7bmFtZX1gKSxcbiAgICAgIClcbiAgICB9LFxuICB9KVxufVxuXG4vKiogVGhlIHR5cGVzIG9mIHRoZSBgaW5kZXhgIG9mIGEgcHJvZ3JhbSwgZm9yIHdoYXQgbG9hZHMgaXQgZnJvbSB0aGVyZTogdGhvc2Ugb2Ygb25lIG9mIGl0cyBzb3VyY2VzLiAqL1xuZXhwb3J0IGFzeW5jIGZ1bmN0aW9uIGRlY2xhcmVJbmRleChmb2xkZXI6IHN0cmluZywgc291cmNlOiBzdHJpbmcpOiBQcm9taXNlPHZvaWQ+IHtcbiAgYXdhaXQgd3JpdGVEZWNsYXJhdGlvbnMoJ3NyYycsIGZvbGRlciwgW3NvdXJjZV0pXG4gIGF3YWl0IHdyaXRlRmlsZShgJHtmb2xkZXJ9L2luZGV4LmQudHNgLCBgZXhwb3J0ICogZnJvbSAnLi8ke3NvdXJjZX0uanMnXFxuYClcbn1cbiIsICJjb25zdCBfX2luamVjdGVkX2ZpbGVuYW1lX18gPSBcIi93b3JrL3RyZWVzL3N3YXAvc2NyaXB0cy9saWIvam9pbkdyb3Vwcy5tanNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvdHJlZXMvc3dhcC9zY3JpcHRzL2xpYlwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay90cmVlcy9zd2FwL3NjcmlwdHMvbGliL2pvaW5Hcm91cHMubWpzXCI7aW1wb3J0IHsgcmVhZGRpciwgcmVhZEZpbGUsIHJtLCB3cml0ZUZpbGUgfSBmcm9tICdub2RlOmZzL3Byb21pc2VzJ1xuaW1wb3J0IHsgZGlybmFtZSwgam9pbiwgcmVsYXRpdmUsIHJlc29sdmUgfSBmcm9tICdub2RlOnBhdGgnXG5pbXBvcnQgeyBidWlsZCB9IGZyb20gJ2VzYnVpbGQnXG5cbi8qKiBAdHlwZWRlZiB7UmVhZG9ubHk8UmVjb3JkPHN0cmluZywgcmVhZG9ubHkgc3RyaW5nW10+Pn0gR3JvdXBzIGZpbGVzIGJ5IHRoZSBuYW1lIG9mIHRoZWlyIGdyb3VwLCB3aXRob3V0IGAuanNgICovXG4vKiogQHR5cGVkZWYge3sgZm9sZGVyOiBzdHJpbmcsIG5hbWU6IHN0cmluZywgdGFyZ2V0OiBzdHJpbmcsIGZpbGVzOiByZWFkb25seSBzdHJpbmdbXSB9fSBHcm91cCB3aXRoIGFic29sdXRlIHBhdGhzICovXG5cbi8qKlxuICogSm9pbnMgYnVpbHQgZmlsZXMgdGhhdCBhcmUgbmVlZGVkIHRvZ2V0aGVyLiBBIGJ1bmRsZXIgb2YgYW4gYXBwIG1ha2VzIGEgZmlsZSBmb3IgZXZlcnkgc2V0IG9mIHBhZ2VzIHRoYXQgc2hhcmUgYVxuICogbW9kdWxlOiBzbWFsbCBtb2R1bGVzIHRoYXQgbWFueSBzaGFyZSBiZWNvbWUgZmlsZXMgb2YgdGhlaXIgb3duLCBlYWNoIHdpdGggaXRzIGhlYWQsIGl0cyBpbXBvcnRzIGFuZCBpdHMgbmFtZSBpbiB0aGVcbiAqIGxpc3RzIG9mIHRob3NlIHdobyBsb2FkIGl0LlxuICpcbiAqIEBwYXJhbSB7c3RyaW5nfSBwYXRoIG9mIHRoZSBmb2xkZXIgd2l0aCB0aGUgYnVpbHQgcGFja2FnZSwgaW4gdGhlIGZvcm0gdGhhdCBlc2J1aWxkIHdyaXRlc1xuICogQHBhcmFtIHtHcm91cHN9IGdyb3Vwc1xuICovXG5leHBvcnQgYXN5bmMgZnVuY3Rpb24gam9pbkdyb3VwcyhwYXRoLCBncm91cHMpIHtcbiAgY29uc3QgZm9sZGVyID0gcmVzb2x2ZShwYXRoKVxuICBmb3IgKGNvbnN0IFtuYW1lLCBtZW1iZXJzXSBvZiBPYmplY3QuZW50cmllcyhncm91cHMpKSB7XG4gICAgY29uc3QgdGFyZ2V0ID0gam9pbihmb2xkZXIsIGAke25hbWV9LmpzYClcbiAgICBjb25zdCBmaWxlcyA9IG1lbWJlcnMubWFwKChtZW1iZXIpID0+IGpvaW4oZm9sZGVyLCBgJHttZW1iZXJ9LmpzYCkpXG4gICAgYXdhaXQgam9pbkdyb3VwKHsgZm9sZGVyLCBuYW1lLCB0YXJnZXQsIGZpbGVzIH0pXG4gIH1cbn1cblxuLyoqIEBwYXJhbSB7R3JvdXB9IGdyb3VwICovXG5hc3luYyBmdW5jdGlvbiBqb2luR3JvdXAoZ3JvdXApIHtcbiAgY29uc3QgeyBmb2xkZXIsIHRhcmdldCwgZmlsZXMgfSA9IGdyb3VwXG4gIGNvbnN0IHsgdGV4dCwgb3V0c2lkZSB9ID0gYXdhaXQgYnVuZGxlKGdyb3VwKVxuICBhd2FpdCByZWZ1c2VDaXJjbGVzKGdyb3VwLCBvdXRzaWRlKVxuICBmb3IgKGNvbnN0IGZpbGUgb2YgZmlsZXMpIGF3YWl0IHJtKGZpbGUpXG4gIGNvbnN0IG90aGVycyA9IChhd2FpdCByZWFkZGlyKGZvbGRlciwgeyByZWN1cnNpdmU6IHRydWUgfSkpLmZpbHRlcigobmFtZSkgPT4gbmFtZS5lbmRzV2l0aCgnLmpzJykpXG4gIGZvciAoY29uc3QgbmFtZSBvZiBvdGhlcnMpIHtcbiAgICBjb25zdCBmaWxlID0gam9pbihmb2xkZXIsIG5hbWUpXG4gICAgY29uc3QgYmVmb3JlID0gYXdhaXQgcmVhZEZpbGUoZmlsZSwgJ3V0ZjgnKVxuICAgIGNvbnN0IGFmdGVyID0gcmVkaXJlY3QoYmVmb3JlLCBmaWxlLCBncm91cClcbiAgICBpZiAoYWZ0ZXIgIT09IGJlZm9yZSkgYXdhaXQgd3JpdGVGaWxlKGZpbGUsIGFmdGVyKVxuICB9XG4gIGF3YWl0IHdyaXRlRmlsZSh0YXJnZXQsIHRleHQpXG59XG5cbi8qKiBAcGFyYW0ge0dyb3VwfSBncm91cCAqL1xuYXN5bmMgZnVuY3Rpb24gYnVuZGxlKHsgZm9sZGVyLCBuYW1lLCB0YXJnZXQsIGZpbGVzIH0pIHtcbiAgY29uc3QgbGluZXMgPSBhd2FpdCBQcm9taXNlLmFsbChcbiAgICBmaWxlcy5tYXAoYXN5bmMgKGZpbGUsIGluZGV4KSA9PiB7XG4gICAgICBjb25zdCBuYW1lcyA9IChhd2FpdCBsaXN0RXhwb3J0cyhmaWxlKSkubWFwKChvd24pID0+IChvd24gPT09ICdkZWZhdWx0JyA/IGBkZWZhdWx0IGFzICR7dG9OYW1lKGluZGV4KX1gIDogb3duKSlcbiAgICAgIHJldHVybiBgZXhwb3J0IHsgJHtuYW1lcy5qb2luKCcsICcpfSB9IGZyb20gJHtKU09OLnN0cmluZ2lmeSh0b1BhdGgoZm9sZGVyLCBmaWxlKSl9YFxuICAgIH0pLFxuICApXG4gIC8qKiBAdHlwZSB7U2V0PHN0cmluZz59ICovXG4gIGNvbnN0IG91dHNpZGUgPSBuZXcgU2V0KClcbiAgY29uc3QgeyBvdXRwdXRGaWxlcyB9ID0gYXdhaXQgYnVpbGQoe1xuICAgIHN0ZGluOiB7IGNvbnRlbnRzOiBsaW5lcy5qb2luKCdcXG4nKSwgcmVzb2x2ZURpcjogZm9sZGVyIH0sXG4gICAgYnVuZGxlOiB0cnVlLFxuICAgIGZvcm1hdDogJ2VzbScsXG4gICAgdGFyZ2V0OiAnZXMyMDIyJyxcbiAgICB3cml0ZTogZmFsc2UsXG4gICAgbG9nTGV2ZWw6ICdzaWxlbnQnLFxuICAgIG91dGZpbGU6IHRhcmdldCxcbiAgICBwbHVnaW5zOiBbXG4gICAgICB7XG4gICAgICAgIG5hbWU6ICdvdXRzaWRlJyxcbiAgICAgICAgc2V0dXAoeyBvblJlc29sdmUgfSkge1xuICAgICAgICAgIG9uUmVzb2x2ZSh7IGZpbHRlcjogLy4qLyB9LCAoeyBwYXRoLCByZXNvbHZlRGlyLCBraW5kIH0pID0+IHtcbiAgICAgICAgICAgIGlmICghcGF0aC5zdGFydHNXaXRoKCcuJykpIHJldHVybiB7IHBhdGgsIGV4dGVybmFsOiB0cnVlIH1cbiAgICAgICAgICAgIGNvbnN0IGZpbGUgPSByZXNvbHZlKHJlc29sdmVEaXIsIHBhdGgpXG4gICAgICAgICAgICBpZiAoZmlsZXMuaW5jbHVkZXMoZmlsZSkpIHtcbiAgICAgICAgICAgICAgaWYgKGtpbmQgIT09ICdkeW5hbWljLWltcG9ydCcpIHJldHVybiB1bmRlZmluZWRcbiAgICAgICAgICAgICAgcmV0dXJuIHsgZXJyb3JzOiBbeyB0ZXh0OiBgJHtyZWxhdGl2ZShmb2xkZXIsIGZpbGUpfSBpcyBsb2FkZWQgbGF0ZXIgYnkgaXRzIG93biBncm91cCBcIiR7bmFtZX1cIi5gIH1dIH1cbiAgICAgICAgICAgIH1cbiAgICAgICAgICAgIGlmIChraW5kID09PSAnaW1wb3J0LXN0YXRlbWVudCcpIG91dHNpZGUuYWRkKGZpbGUpXG4gICAgICAgICAgICByZXR1cm4geyBwYXRoOiB0b1BhdGgoZm9sZGVyLCBmaWxlKSwgZXh0ZXJuYWw6IHRydWUgfVxuICAgICAgICAgIH0pXG4gICAgICAgIH0sXG4gICAgICB9LFxuICAgIF0sXG4gIH0pXG4gIHJldHVybiB7IHRleHQ6IG91dHB1dEZpbGVzWzBdPy50ZXh0ID8/ICcnLCBvdXRzaWRlIH1cbn1cblxuLyoqIEBwYXJhbSB7c3RyaW5nfSBmaWxlICovXG5hc3luYyBmdW5jdGlvbiBsaXN0RXhwb3J0cyhmaWxlKSB7XG4gIGNvbnN0IHsgbWV0YWZpbGUgfSA9IGF3YWl0IGJ1aWxkKHtcbiAgICBlbnRyeVBvaW50czogW2ZpbGVdLFxuICAgIGZvcm1hdDogJ2VzbScsXG4gICAgd3JpdGU6IGZhbHNlLFxuICAgIG1ldGFmaWxlOiB0cnVlLFxuICAgIGxvZ0xldmVsOiAnc2lsZW50JyxcbiAgICBvdXRmaWxlOiBmaWxlLFxuICB9KVxuICByZXR1cm4gT2JqZWN0LnZhbHVlcyhtZXRhZmlsZS5vdXRwdXRzKS5mbGF0TWFwKCh7IGV4cG9ydHMgfSkgPT4gZXhwb3J0cylcbn1cblxuLyoqXG4gKiBXaGF0IHRoZSBncm91cCBuZWVkcyBtdXN0IG5vdCBuZWVkIHRoZSBncm91cDogbW9kdWxlcyB0aGF0IHdlcmUgaW4gb3JkZXIgYmVmb3JlIHdvdWxkIGJlIGluIGEgY2lyY2xlLlxuICpcbiAqIEBwYXJhbSB7R3JvdXB9IGdyb3VwXG4gKiBAcGFyYW0ge1JlYWRvbmx5U2V0PHN0cmluZz59IG91dHNpZGVcbiAqL1xuYXN5bmMgZnVuY3Rpb24gcmVmdXNlQ2lyY2xlcyh7IGZvbGRlciwgbmFtZSwgZmlsZXMgfSwgb3V0c2lkZSkge1xuICBjb25zdCB7IG1ldGFmaWxlIH0gPSBhd2FpdCBidWlsZCh7XG4gICAgZW50cnlQb2ludHM6IFsuLi5vdXRzaWRlXSxcbiAgICBidW5kbGU6IHRydWUsXG4gICAgZm9ybWF0OiAnZXNtJyxcbiAgICB3cml0ZTogZmFsc2UsXG4gICAgbWV0YWZpbGU6IHRydWUsXG4gICAgbG9nTGV2ZWw6ICdzaWxlbnQnLFxuICAgIGFic1dvcmtpbmdEaXI6IGZvbGRlcixcbiAgICBvdXRkaXI6IGZvbGRlcixcbiAgICBwYWNrYWdlczogJ2V4dGVybmFsJyxcbiAgICBwbHVnaW5zOiBbXG4gICAgICB7XG4gICAgICAgIG5hbWU6ICdsYXRlcicsXG4gICAgICAgIHNldHVwKHsgb25SZXNvbHZlIH0pIHtcbiAgICAgICAgICBvblJlc29sdmUoeyBmaWx0ZXI6IC8uKi8gfSwgKHsga2luZCwgcGF0aCB9KSA9PlxuICAgICAgICAgICAga2luZCA9PT0gJ2R5bmFtaWMtaW1wb3J0JyA/IHsgcGF0aCwgZXh0ZXJuYWw6IHRydWUgfSA6IHVuZGVmaW5lZCxcbiAgICAgICAgICApXG4gICAgICAgIH0sXG4gICAgICB9LFxuICAgIF0sXG4gIH0pXG4gIGNvbnN0IGJhY2sgPSBPYmplY3Qua2V5cyhtZXRhZmlsZS5pbnB1dHMpLmZpbHRlcigocGF0aCkgPT4gZmlsZXMuaW5jbHVkZXMocmVzb2x2ZShmb2xkZXIsIHBhdGgpKSlcbiAgaWYgKGJhY2subGVuZ3RoID4gMCkgdGhyb3cgbmV3IEVycm9yKGBUaGUgZ3JvdXAgXCIke25hbWV9XCIgbmVlZHMgYSBmaWxlIHRoYXQgbmVlZHMgJHtiYWNrLmpvaW4oJywgJyl9IG9mIGl0LmApXG59XG5cbi8qKlxuICogVGhlIHRleHQgb2YgYSBmaWxlLCB3aXRoIHdoYXQgaXQgaW1wb3J0ZWQgZnJvbSB0aGUgZmlsZXMgb2YgYSBncm91cCB0YWtlbiBmcm9tIHRoZSBncm91cC5cbiAqXG4gKiBAcGFyYW0ge3N0cmluZ30gdGV4dFxuICogQHBhcmFtIHtzdHJpbmd9IGZpbGVcbiAqIEBwYXJhbSB7R3JvdXB9IGdyb3VwXG4gKi9cbmZ1bmN0aW9uIHJlZGlyZWN0KHRleHQsIGZpbGUsIHsgbmFtZSwgdGFyZ2V0LCBmaWxlcyB9KSB7XG4gIHJldHVybiB0ZXh0LnJlcGxhY2VBbGwoLyhcXHcrICk/KGZyb20gfGltcG9ydFxcKClcIihcXC5bXlwiXSspXCIvZywgKHdob2xlLCB3b3JkLCB2ZXJiLCBwYXRoKSA9PiB7XG4gICAgY29uc3QgaW5kZXggPSBmaWxlcy5pbmRleE9mKHJlc29sdmUoZGlybmFtZShmaWxlKSwgcGF0aCkpXG4gICAgaWYgKGluZGV4IDwgMCkgcmV0dXJuIHdob2xlXG4gICAgY29uc3Qgam9pbmVkID0gYFwiJHt0b1BhdGgoZGlybmFtZShmaWxlKSwgdGFyZ2V0KX1cImBcbiAgICBpZiAodmVyYiA9PT0gJ2ltcG9ydCgnKSB0aHJvdyBuZXcgRXJyb3IoYCR7ZmlsZX0gbG9hZHMgJHtwYXRofSBsYXRlciwgd2hpY2ggaXMgaW4gdGhlIGdyb3VwIFwiJHtuYW1lfVwiLmApXG4gICAgLy8gYGltcG9ydCBzdHlsZXMgZnJvbWAsIG9mIHdoaWNoIGEgZ3JvdXAgaGFzIG1hbnlcbiAgICByZXR1cm4gd29yZCA9PT0gdW5kZWZpbmVkID8gYGZyb20gJHtqb2luZWR9YCA6IGB7ICR7dG9OYW1lKGluZGV4KX0gYXMgJHt3b3JkLnRyaW0oKX0gfSBmcm9tICR7am9pbmVkfWBcbiAgfSlcbn1cblxuLyoqIEBwYXJhbSB7bnVtYmVyfSBpbmRleCBvZiBhIGZpbGUgaW4gaXRzIGdyb3VwLCB3aGljaCBoYXMgaXRzIGRlZmF1bHQgZXhwb3J0IHVuZGVyIHRoaXMgbmFtZSAqL1xuY29uc3QgdG9OYW1lID0gKGluZGV4KSA9PiBgZGVmYXVsdCR7aW5kZXh9YFxuXG4vKipcbiAqIEBwYXJhbSB7c3RyaW5nfSBmcm9tIGEgZm9sZGVyXG4gKiBAcGFyYW0ge3N0cmluZ30gdG8gYSBmaWxlXG4gKi9cbmZ1bmN0aW9uIHRvUGF0aChmcm9tLCB0bykge1xuICBjb25zdCBwYXRoID0gcmVsYXRpdmUoZnJvbSwgdG8pLnJlcGxhY2VBbGwoJ1xcXFwnLCAnLycpXG4gIHJldHVybiBwYXRoLnN0YXJ0c1dpdGgoJy4nKSA/IHBhdGggOiBgLi8ke3BhdGh9YFxufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvdHJlZXMvc3dhcC9zY3JpcHRzL2xpYi93cml0ZURlY2xhcmF0aW9ucy5tanNcIjtjb25zdCBfX2luamVjdGVkX2Rpcm5hbWVfXyA9IFwiL3dvcmsvdHJlZXMvc3dhcC9zY3JpcHRzL2xpYlwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay90cmVlcy9zd2FwL3NjcmlwdHMvbGliL3dyaXRlRGVjbGFyYXRpb25zLm1qc1wiO2ltcG9ydCB7IGV4aXN0c1N5bmMgfSBmcm9tICdub2RlOmZzJ1xuaW1wb3J0IHsgbWtkaXIsIHJlYWRGaWxlLCB3cml0ZUZpbGUgfSBmcm9tICdub2RlOmZzL3Byb21pc2VzJ1xuaW1wb3J0IHsgZGlybmFtZSwgam9pbiB9IGZyb20gJ25vZGU6cGF0aCdcbmltcG9ydCB0cyBmcm9tICd0eXBlc2NyaXB0J1xuXG4vKipcbiAqIFdyaXRlcyB0aGUgZGVjbGFyYXRpb25zIG9mIHRoZXNlIHNvdXJjZXMgYW5kIG9mIGFsbCB0aGF0IHRoZXkgbmFtZSwgYSBmaWxlIHBlciBzb3VyY2UgZmlsZS4gRWFjaCBjb21lcyBmcm9tIGl0cyBvd24gdGV4dFxuICogYWxvbmUgKGBpc29sYXRlZERlY2xhcmF0aW9uc2ApLCBzbyB0aGF0IG5vIGJ1aWxkIHdhaXRzIGZvciBhIGNoZWNrIG9mIGFsbCB0eXBlcywgd2hpY2ggaXMgYSBnYXRlIG9mIGl0cyBvd24uXG4gKlxuICogQHBhcmFtIHtzdHJpbmd9IGZyb20gdGhlIGZvbGRlciB3aXRoIHRoZSBzb3VyY2VzXG4gKiBAcGFyYW0ge3N0cmluZ30gdG8gdGhlIGZvbGRlciBvZiB0aGUgcGFja2FnZSdzIG91dHB1dFxuICogQHBhcmFtIHtyZWFkb25seSBzdHJpbmdbXX0gbmFtZXMgb2YgdGhlIGVudHJpZXMsIGJlbG93IGBmcm9tYCBhbmQgd2l0aG91dCBgLnRzYFxuICogQHRocm93cyBmb3IgYSBzb3VyY2Ugd2hvc2UgdHlwZXMgYXJlIG5vdCBhbGwgd3JpdHRlbiBkb3duLCB3aXRoIGl0cyBwbGFjZVxuICovXG5leHBvcnQgYXN5bmMgZnVuY3Rpb24gd3JpdGVEZWNsYXJhdGlvbnMoZnJvbSwgdG8sIG5hbWVzKSB7XG4gIGNvbnN0IGZpbGVzID0gbmV3IFNldChuYW1lcy5tYXAoKG5hbWUpID0+IGAke25hbWV9LnRzYCkpXG4gIC8vIGl0IGdyb3dzIGFzIGl0IGlzIGdvbmUgdGhyb3VnaFxuICBmb3IgKGNvbnN0IGZpbGUgb2YgZmlsZXMpIHtcbiAgICBjb25zdCB0ZXh0ID0gYXdhaXQgcmVhZEZpbGUoam9pbihmcm9tLCBmaWxlKSwgJ3V0ZjgnKVxuICAgIGNvbnN0IHsgb3V0cHV0VGV4dCwgZGlhZ25vc3RpY3MgPSBbXSB9ID0gdHMudHJhbnNwaWxlRGVjbGFyYXRpb24odGV4dCwgeyBmaWxlTmFtZTogZmlsZSwgY29tcGlsZXJPcHRpb25zIH0pXG4gICAgaWYgKGRpYWdub3N0aWNzLmxlbmd0aCA+IDApIHRocm93IG5ldyBFcnJvcih0cy5mb3JtYXREaWFnbm9zdGljcyhkaWFnbm9zdGljcywgaG9zdCkpXG4gICAgY29uc3QgdGFyZ2V0ID0gam9pbih0bywgZmlsZS5yZXBsYWNlKC9cXC50c3g/JC8sICcuZC50cycpKVxuICAgIGF3YWl0IG1rZGlyKGRpcm5hbWUodGFyZ2V0KSwgeyByZWN1cnNpdmU6IHRydWUgfSlcbiAgICBhd2FpdCB3cml0ZUZpbGUodGFyZ2V0LCBvdXRwdXRUZXh0KVxuICAgIGZvciAoY29uc3QgeyBmaWxlTmFtZSB9IG9mIHRzLnByZVByb2Nlc3NGaWxlKG91dHB1dFRleHQpLmltcG9ydGVkRmlsZXMpIHtcbiAgICAgIGlmIChmaWxlTmFtZS5zdGFydHNXaXRoKCcuJykpIGZpbGVzLmFkZChmaW5kU291cmNlKGZyb20sIGpvaW4oZGlybmFtZShmaWxlKSwgZmlsZU5hbWUpKSlcbiAgICB9XG4gIH1cbn1cblxuLyoqIEB0eXBlIHtpbXBvcnQoJ3R5cGVzY3JpcHQnKS5Db21waWxlck9wdGlvbnN9ICovXG5jb25zdCBjb21waWxlck9wdGlvbnMgPSB7IGRlY2xhcmF0aW9uOiB0cnVlLCBpc29sYXRlZERlY2xhcmF0aW9uczogdHJ1ZSwgdGFyZ2V0OiB0cy5TY3JpcHRUYXJnZXQuRVMyMDIyIH1cblxuLyoqIEB0eXBlIHtpbXBvcnQoJ3R5cGVzY3JpcHQnKS5Gb3JtYXREaWFnbm9zdGljc0hvc3R9ICovXG5jb25zdCBob3N0ID0geyBnZXRDdXJyZW50RGlyZWN0b3J5OiAoKSA9PiAnJywgZ2V0Q2Fub25pY2FsRmlsZU5hbWU6IChuYW1lKSA9PiBuYW1lLCBnZXROZXdMaW5lOiAoKSA9PiAnXFxuJyB9XG5cbi8qKlxuICogQHBhcmFtIHtzdHJpbmd9IGZvbGRlclxuICogQHBhcmFtIHtzdHJpbmd9IHBhdGggYXMgaXQgaXMgaW1wb3J0ZWQ6IHdpdGggYC5qc2BcbiAqL1xuZnVuY3Rpb24gZmluZFNvdXJjZShmb2xkZXIsIHBhdGgpIHtcbiAgY29uc3QgbmFtZXMgPSBbJy50cycsICcudHN4J10ubWFwKChlbmRpbmcpID0+IHBhdGgucmVwbGFjZSgvXFwuanMkLywgZW5kaW5nKSlcbiAgY29uc3QgZm91bmQgPSBuYW1lcy5maW5kKChuYW1lKSA9PiBleGlzdHNTeW5jKGpvaW4oZm9sZGVyLCBuYW1lKSkpXG4gIGlmIChmb3VuZCA9PT0gdW5kZWZpbmVkKSB0aHJvdyBuZXcgRXJyb3IoYCR7cGF0aH0gaGFzIG5vIHNvdXJjZSBvZiB0eXBlczogJHtuYW1lcy5qb2luKCcgYW5kICcpfSBhcmUgbm90IHRoZXJlLmApXG4gIHJldHVybiBmb3VuZFxufVxuIiwgImNvbnN0IF9faW5qZWN0ZWRfZmlsZW5hbWVfXyA9IFwiL3dvcmsvdHJlZXMvc3dhcC9wYWNrYWdlcy9jb3JlL3RzdXAuY29uZmlnLnRzXCI7Y29uc3QgX19pbmplY3RlZF9kaXJuYW1lX18gPSBcIi93b3JrL3RyZWVzL3N3YXAvcGFja2FnZXMvY29yZVwiO2NvbnN0IF9faW5qZWN0ZWRfaW1wb3J0X21ldGFfdXJsX18gPSBcImZpbGU6Ly8vd29yay90cmVlcy9zd2FwL3BhY2thZ2VzL2NvcmUvdHN1cC5jb25maWcudHNcIjtpbXBvcnQgeyBwZXJGaWxlIH0gZnJvbSAnLi4vLi4vdHN1cC5wcmVzZXQudHMnXG5cbmNvbnN0IGNvbmZpZzogUmV0dXJuVHlwZTx0eXBlb2YgcGVyRmlsZT4gPSBwZXJGaWxlKFsnaW5kZXgnLCAnY29udHJvbGxlcnMnLCAnY29va2llcycsICdjc3AnLCAncGx1Z2luJywgJ3dhbGxldExpc3QnXSwge1xuICBiYXNlOiBbXG4gICAgLi4uWydtb2RhbCcsICdlbnYnLCAnbG9hZExhdGVyJywgJ2Vycm9ycy9BYm9ydGVkRXJyb3InLCAnZXJyb3JzL0xhdGNoa2V5RXJyb3InLCAnc3RvcmUvcGVyc2lzdCcsICdzdG9yZS9zY2hlbWEnXSxcbiAgICAuLi5bJ2NhaXAnLCAnaXNSZWNvcmQnLCAnbGF6aWx5JywgJ2xvYWRNb2R1bGUnLCAnb21pdFVuZGVmaW5lZCcsICdyZWFkRmllbGQnLCAnd2FsbGV0Q2xhaW1zJ10ubWFwKFxuICAgICAgKG5hbWUpID0+IGB1dGlscy8ke25hbWV9YCxcbiAgICApLFxuICAgIC4uLlsnYmFsYW5jZScsICdmZWF0dXJlcycsICdyb3V0ZXInLCAndG9hc3QnLCAnd2FsbGV0cyddLm1hcCgoc2xpY2UpID0+IGBjb250cm9sbGVycy8ke3NsaWNlfS9zdGF0ZWApLFxuICAgICdjb250cm9sbGVycy9jb25uZWN0aW9uL3RvQ29ubmVjdGlvbktleScsXG4gIF0sXG4gIC8vIHdoYXQgdGhlIG1haW4gZW50cnkgaGFzLCBhbmQgbm8gZmlyc3QgcGFnZSB1c2VzXG4gIHRleHRzOiBbJ3V0aWxzL3BhcnNlQ2FpcEFkZHJlc3MnLCAndXRpbHMvdG9GaXhlZERlY2ltYWxzJ10sXG4gIHJvdXRpbmc6IFtcbiAgICAuLi5bJ2Nvbm5lY3Rpb24vYXNzZXJ0U3RhcnRlZCcsICduZXR3b3JrL2lzUmVmdXNlZE5ldHdvcmsnLCAnbmV0d29yay9zZXRBY3RpdmVOYW1lc3BhY2UnXSxcbiAgICAuLi5bJ2Nsb3NlJywgJ2dldFJvdXRlJywgJ2dvQmFjaycsICduYXZpZ2F0ZScsICdvcGVuJywgJ3NoYWtlJywgJ3RvU3RhcnRSb3V0ZSddLm1hcCgobmFtZSkgPT4gYHJvdXRlci8ke25hbWV9YCksXG4gICAgLi4uWydnZXRDb25uZWN0b3JzJywgJ2dldFJlY2VudFdhbGxldElkcycsICdsaW1pdHMnLCAndG9XYWxsZXRLZXknXS5tYXAoKG5hbWUpID0+IGB3YWxsZXRzLyR7bmFtZX1gKSxcbiAgICAvLyB3aGF0ZXZlciBzcGVha3MgdG8gYSB3YWxsZXQgY29tZXMgd2l0aCBvciBhZnRlciB0aGUgcm91dGVzXG4gICAgLi4uWycuLi9lcnJvcnMvY29ubmVjdGlvbicsICcuLi9lcnJvcnMvbmFtZUZhdWx0JywgJy4uL3RpbWVycyddLFxuICBdLm1hcCgobmFtZSkgPT4gYGNvbnRyb2xsZXJzLyR7bmFtZX1gKSxcbiAgLy8gd2hhdCBpcyBrbm93biBvZiBhbiBhY2NvdW50IGFuZCBjYW4gYmUgZG9uZSB3aXRoIGl0XG4gIGJhbGFuY2VzOiBbXG4gICAgJ2NhY2hlZCcsXG4gICAgJ2FwaS9ibG9ja2NoYWluL2hhc0Jsb2NrY2hhaW5BcGknLFxuICAgIC4uLlsnZmV0Y2hCYWxhbmNlJywgJ3N0b3JlZEJhbGFuY2UnLCAndG9UYXJnZXQnLCAnd2F0Y2hBY3Rpdml0eScsICd3YXRjaEJhbGFuY2UnXS5tYXAoXG4gICAgICAobmFtZSkgPT4gYGNvbnRyb2xsZXJzL2JhbGFuY2UvJHtuYW1lfWAsXG4gICAgKSxcbiAgICAuLi5bJ2Nvbm5lY3Rpb24vdG9XYXRjaEtleScsICdwb3J0Zm9saW8vZ2V0V2FsbGV0QWN0aW9ucycsICdzd2FwL3N3YXBOZXR3b3JrcyddLm1hcChcbiAgICAgIChuYW1lKSA9PiBgY29udHJvbGxlcnMvJHtuYW1lfWAsXG4gICAgKSxcbiAgICAndXRpbHMvdG9EZWNpbWFsJyxcbiAgXSxcbiAgLy8gd2hhdCBpcyBrZXB0IGtub3duIG9mIGFuIGFjY291bnQgd2hlcmUgYSBzZXJ2aWNlIGtub3dzIGl0XG4gIHBvcnRmb2xpbzogW1xuICAgIC4uLlsnYXBpL2Jsb2NrY2hhaW4vaXNTZXJ2aWNlQ2xvc2VkJywgJ2NvbnRyb2xsZXJzL2FjdGl2aXR5L2lzQWN0aXZpdHlTdXBwb3J0ZWQnLCAnY29udHJvbGxlcnMvYWN0aXZpdHkvc3RhdGUnXSxcbiAgICAuLi5bJ2xvYWRQb3J0Zm9saW8nLCAncmVhZEhvbGRpbmdzJywgJ3N0YXRlJywgJ3N0b3JlZEhvbGRpbmdzJywgJ3RvUG9ydGZvbGlvJywgJ3dhdGNoUG9ydGZvbGlvJ10ubWFwKFxuICAgICAgKG5hbWUpID0+IGBjb250cm9sbGVycy9wb3J0Zm9saW8vJHtuYW1lfWAsXG4gICAgKSxcbiAgXSxcbiAgLy8gd2hvc2UgbmFtZSBhbmQgcGljdHVyZSBhbiBhZGRyZXNzIGhhc1xuICBpZGVudGl0eTogW1xuICAgIC4uLlsnZmV0Y2hJZGVudGl0eU9mJywgJ2ZldGNoUHJvZmlsZXNPZicsICdpc05vdEZvdW5kJywgJ3RvTmFtZVByb2ZpbGUnXS5tYXAoKG5hbWUpID0+IGBhcGkvYmxvY2tjaGFpbi8ke25hbWV9YCksXG4gICAgLi4uWydmZXRjaElkZW50aXR5JywgJ3N0YXRlJywgJ3N0b3JlZElkZW50aXRpZXMnLCAnd2F0Y2hJZGVudGl0eSddLm1hcCgobmFtZSkgPT4gYGNvbnRyb2xsZXJzL2lkZW50aXR5LyR7bmFtZX1gKSxcbiAgXSxcbiAgc2VydmljZTogWydjYWxsQmxvY2tjaGFpbicsICdmaWVsZHMnLCAnaXNDaGFpblNlcnZlZCcsICdmZXRjaFN1cHBvcnRlZENoYWlucycsICd0b1BhdGhQYXJ0J10ubWFwKFxuICAgIChuYW1lKSA9PiBgYXBpL2Jsb2NrY2hhaW4vJHtuYW1lfWAsXG4gICksXG4gIC8vIGEgZm9ybSBvZiBzZW5kaW5nLCBiZWZvcmUgaXQgYXNrc1xuICBzZW5kRm9ybTogW1xuICAgIC4uLlsnY2xlYXJTZW5kJywgJ2xlYXZlU2VuZCcsICdsb2FkU2VuZGluZycsICdyZWR1Y2VTZW5kJywgJ3NldFNlbmQnLCAnc2V0U2VuZEFtb3VudCddLFxuICAgIC4uLlsnc2V0U2VuZFJlY2VpdmVyJywgJ3N0YXJ0U2VuZCcsICdzdGF0ZScsICd1cGRhdGVTZW5kJywgJ3dpdGhTZW5kaW5nJ10sXG4gIF0ubWFwKChuYW1lKSA9PiBgY29udHJvbGxlcnMvc2VuZC8ke25hbWV9YCksXG4gIHN3YXBGb3JtOiBbXG4gICAgJ2FwaS9ibG9ja2NoYWluL2ZldGNoU3dhcFRva2VucycsXG4gICAgLi4uW1xuICAgICAgLi4uW1xuICAgICAgICAnYXR0ZW1wdFN3YXAnLFxuICAgICAgICAnY2xlYXJTd2FwJyxcbiAgICAgICAgJ2N1dERlY2ltYWxzJyxcbiAgICAgICAgJ2ZldGNoU3dhcFF1b3RlJyxcbiAgICAgICAgJ2ZpbmRTd2FwVG9rZW4nLFxuICAgICAgICAnZml0U3dhcCcsXG4gICAgICAgICdmbGlwU3dhcCcsXG4gICAgICAgICdnZXRTd2FwSG9sZGluZycsXG4gICAgICBdLFxuICAgICAgJ2lzU2FtZVRva2VuJyxcbiAgICAgIC4uLlsnbG9hZFN3YXAnLCAnbG9hZFN3YXBPZmZlcnMnLCAncmVhZFN3YXBUb2tlbnMnLCAncmVkdWNlU3dhcCcsICdzZXRTd2FwJywgJ3NldFN3YXBBbW91bnQnLCAnc3RhdGUnXSxcbiAgICAgIC4uLlsndG9Td2FwRmF1bHQnLCAndXBkYXRlU3dhcCcsICd3YXRjaFN3YXAnLCAnd2l0aE5hdGl2ZSddLFxuICAgIF0ubWFwKChuYW1lKSA9PiBgY29udHJvbGxlcnMvc3dhcC8ke25hbWV9YCksXG4gIF0sXG4gIC8vIHdoYXQgaXMgc2VudCwgYW5kIHRvIHdob21cbiAgdHJhbnNmZXJzOiBbXG4gICAgLi4uWydyZXF1aXJlU2VuZGVyJywgJ2ZldGNoVHJhbnNmZXJGZWUnLCAncmVhZFRva2VuJ10ubWFwKChuYW1lKSA9PiBgY29udHJvbGxlcnMvdHJhbnNmZXJzLyR7bmFtZX1gKSxcbiAgICAuLi5bJ2NvbnRyb2xsZXJzL2Nvbm5lY3Rpb24vYXNrQWRhcHRlcicsICdlcnJvcnMvdHJhbnNmZXInXSxcbiAgXSxcbiAgLy8gaG93IG11Y2ggdGhlcmUgaXMgb2Ygd2hhdFxuICBob2xkaW5nOiBbJ2dldEhvbGRpbmcnLCAnZ2V0S25vd25Ib2xkaW5nJ10ubWFwKChuYW1lKSA9PiBgY29udHJvbGxlcnMvdHJhbnNmZXJzLyR7bmFtZX1gKSxcbiAgbmFtaW5nOiBbJ3BhcnNlQWNjb3VudE5hbWUnLCAncmVkdWNlTmFtZXMnLCAncmVzZXROYW1lcycsICdzZXROYW1lcycsICdzdGF0ZSddLm1hcChcbiAgICAobmFtZSkgPT4gYGNvbnRyb2xsZXJzL25hbWVzLyR7bmFtZX1gLFxuICApLFxuICBmZWF0dXJlczogWydlcnJvcnMvY29ubmVjdGVkJywgJ2dldEZlYXR1cmUnLCAnY29udHJvbGxlcnMvbmV0d29yay9maW5kTmV0d29yayddLFxuICAvLyB3aGF0IGlzIGFza2VkIG9mIGEgd2FsbGV0IHRoYXQgaXMgY29ubmVjdGVkXG4gIHJlcXVlc3RzOiBbJ2NhbGxGZWF0dXJlJywgJ3JlcXVpcmVDb25uZWN0aW9uJ10ubWFwKChuYW1lKSA9PiBgY29udHJvbGxlcnMvY29ubmVjdGlvbi8ke25hbWV9YCksXG4gIC8vIHdob3NlIGFjY291bnQgaXQgaXMsIGFuZCB3aGVyZVxuICBhY2NvdW50OiBbXG4gICAgLi4uWydhY2NvdW50L2dldEFjY291bnQnLCAnY29ubmVjdGlvbi9nZXRDb25uZWN0ZWRXYWxsZXQnLCAnbmV0d29yay9nZXROZXR3b3JrU3RhdGUnXS5tYXAoXG4gICAgICAobmFtZSkgPT4gYGNvbnRyb2xsZXJzLyR7bmFtZX1gLFxuICAgICksXG4gIF0sXG4gIGNvbm5lY3Rpb25zOiBbXG4gICAgLi4uWydhdHRlbXB0cycsICdjb29sZG93bnMnLCAndXBkYXRlTmFtZXNwYWNlJywgJ3V0aWxzL2lzRW1haWwnXSxcbiAgICAuLi5bJ2dldENvbm5lY3Rpb24nLCAnZ2V0TGl2ZUNvbm5lY3Rpb25zJywgJ2lzTGl2ZScsICdzdGF0ZSddLm1hcCgobmFtZSkgPT4gYGNvbnRyb2xsZXJzL2Nvbm5lY3Rpb24vJHtuYW1lfWApLFxuICAgIC4uLlsnYWNjb3VudC9nZXRQcmVmZXJyZWRBY2NvdW50VHlwZScsICdzaXd4L2hhc1Npd3gnXS5tYXAoKG5hbWUpID0+IGBjb250cm9sbGVycy8ke25hbWV9YCksXG4gIF0sXG4gIGNvbm5lY3Rpbmc6IFtcbiAgICAuLi5bJ2FjdGl2YXRlJywgJ2FzaycsICdjb25uZWN0JywgJ2ZpbmRDb25uZWN0b3InLCAnZmluaXNoQ29ubmVjdCcsICdmb2xsb3dTdG9yYWdlJywgJ2ZvcmdldCcsICdmb3JnZXRTdG9yZWQnXSxcbiAgICAuLi5bXG4gICAgICAnZ2V0U2lsZW50RGVhZGxpbmUnLFxuICAgICAgJ2hhc1Nlc3Npb24nLFxuICAgICAgJ2lzTXVsdGlXYWxsZXQnLFxuICAgICAgJ2xpc3RlblRvQXV0aCcsXG4gICAgICAnbGlzdGVuVG9XYWxsZXQnLFxuICAgICAgJ2xvYWRMYXRlcicsXG4gICAgICAncGFyc2VXYWxsZXRSZXBseScsXG4gICAgXSxcbiAgICAuLi5bJ3JlbGVhc2VXYWxsZXQnLCAncmVtZW1iZXInLCAncmVwbGFjZUNvbm5lY3Rpb24nXSxcbiAgICAuLi5bJ3NldENvbm5lY3Rpb24nLCAnc3RhcnRDb25uZWN0JywgJ3N0b3BMaXN0ZW5pbmcnLCAnc3RvcmVDb25uZWN0aW9uJywgJ3N0b3JlQ29ubmVjdGlvbnMnLCAndG9Db25uZWN0RXJyb3InXSxcbiAgICAuLi5bJ3RvQ29ubmVjdGlvbicsICd0cmFja0ZhaWx1cmUnLCAnd2F0Y2hTdG9yYWdlJ10sXG4gICAgLi4uW1xuICAgICAgJy4uL2FjY291bnQvcmVhZFByZWZlcnJlZEFjY291bnRUeXBlJyxcbiAgICAgICcuLi9uZXR3b3JrL2FwcGx5TmV0d29ya1BvbGljeScsXG4gICAgICAnLi4vcm91dGVyL3Nob3cnLFxuICAgICAgJy4uL3JvdXRlci93YXRjaFZpZXcnLFxuICAgICAgJy4uL3Npd3gvaXNTaWduSW5TaG93bicsXG4gICAgICAnLi4vc2l3eC9sZWF2ZVNpZ25JbnMnLFxuICAgICAgJy4uL3Npd3gvd2F0Y2hTaXd4JyxcbiAgICBdLFxuICBdLm1hcCgobmFtZSkgPT4gYGNvbnRyb2xsZXJzL2Nvbm5lY3Rpb24vJHtuYW1lfWApLFxuICAvLyBhIHdhbGxldCB0aGF0IHNwYW5zIGNoYWluIGZhbWlsaWVzLCBwYWlyZWQgd2l0aCBvciBsb2dnZWQgaW4gdG9cbiAgcGFpcmluZzogWydjb25uZWN0aW9uL2Nvbm5lY3RDaGFpbnMnLCAnY29ubmVjdGlvbi9nZXRQYWlyaW5nTmFtZXNwYWNlcycsICcuLi9lcnJvcnMvcGFpcmluZyddLm1hcChcbiAgICAobmFtZSkgPT4gYGNvbnRyb2xsZXJzLyR7bmFtZX1gLFxuICApLFxuICBzd2l0Y2hpbmc6IFsnZmluZEVtYmVkZGVkV2FsbGV0JywgJ3N0YXJ0U3dpdGNoJywgJ3N3aXRjaE5ldHdvcmsnXS5tYXAoKG5hbWUpID0+IGBjb250cm9sbGVycy9uZXR3b3JrLyR7bmFtZX1gKSxcbiAgd2FsbGV0Um93czogW1xuICAgIC4uLlsnYXNrV2FsbGV0TGlzdCcsICdmYWlsTGlzdCcsICdmZXRjaExpc3RJbWFnZScsICdmZXRjaFdhbGxldEltYWdlJywgJ2dldFdhbGxldE1lbW9yeScsICdpc09mZmVyZWQnXSxcbiAgICAuLi5bJ3ByZWZldGNoV2FsbGV0cycsICd0b09mZmVyUXVlcnknLCAndXBkYXRlQWxsJywgJ3VwZGF0ZVdhbGxldHMnXSxcbiAgXS5tYXAoKG5hbWUpID0+IGBjb250cm9sbGVycy93YWxsZXRzLyR7bmFtZX1gKSxcbiAgbGlua3M6IFsnbGlua3MvZGV0ZWN0SG9zdCcsICdsaW5rcy9wYXJzZUxpbmsnLCAnbGlua3MvcmVhZEhvc3QnLCAnbGlua3MvcmVhZFRyYWl0cycsICdsaW5rcy90b1RhcmdldCddLFxuICAvLyB3aGF0IHNwZWFrcyB0byB3YWxsZXRzIGFuZCBub2Rlc1xuICBhc2tpbmc6IFtcbiAgICAuLi5bJ2Vycm9ycy9uZXR3b3JrJywgJ2Vycm9ycy9ycGMnXSxcbiAgICAuLi5bJ2FkZHJlc3MnLCAncGF1c2UnLCAncmVhZEJ5dGVzJywgJ3JlYWRUZXh0JywgJ3dhaXRGb3InXS5tYXAoKG5hbWUpID0+IGB1dGlscy8ke25hbWV9YCksXG4gIF0sXG59KVxuZXhwb3J0IGRlZmF1bHQgY29uZmlnXG4iXSwKICAibWFwcGluZ3MiOiAiO0FBQThMLFNBQVMsU0FBQUEsUUFBTyxXQUFBQyxVQUFTLFlBQUFDLFdBQVUsYUFBQUMsa0JBQWlCO0FBQ2xQLFNBQVMsV0FBQUMsZ0JBQWU7QUFDeEIsU0FBUyxpQkFBaUI7QUFDMUIsU0FBUyxvQkFBa0M7OztBQ0h1TCxTQUFTLFNBQVMsVUFBVSxJQUFJLGlCQUFpQjtBQUNuUixTQUFTLFNBQVMsTUFBTSxVQUFVLGVBQWU7QUFDakQsU0FBUyxhQUFhO0FBYXRCLGVBQXNCLFdBQVcsTUFBTSxRQUFRO0FBQzdDLFFBQU0sU0FBUyxRQUFRLElBQUk7QUFDM0IsYUFBVyxDQUFDLE1BQU0sT0FBTyxLQUFLLE9BQU8sUUFBUSxNQUFNLEdBQUc7QUFDcEQsVUFBTSxTQUFTLEtBQUssUUFBUSxHQUFHLElBQUksS0FBSztBQUN4QyxVQUFNLFFBQVEsUUFBUSxJQUFJLENBQUMsV0FBVyxLQUFLLFFBQVEsR0FBRyxNQUFNLEtBQUssQ0FBQztBQUNsRSxVQUFNLFVBQVUsRUFBRSxRQUFRLE1BQU0sUUFBUSxNQUFNLENBQUM7QUFBQSxFQUNqRDtBQUNGO0FBR0EsZUFBZSxVQUFVLE9BQU87QUFDOUIsUUFBTSxFQUFFLFFBQVEsUUFBUSxNQUFNLElBQUk7QUFDbEMsUUFBTSxFQUFFLE1BQU0sUUFBUSxJQUFJLE1BQU0sT0FBTyxLQUFLO0FBQzVDLFFBQU0sY0FBYyxPQUFPLE9BQU87QUFDbEMsYUFBVyxRQUFRLE1BQU8sT0FBTSxHQUFHLElBQUk7QUFDdkMsUUFBTSxVQUFVLE1BQU0sUUFBUSxRQUFRLEVBQUUsV0FBVyxLQUFLLENBQUMsR0FBRyxPQUFPLENBQUMsU0FBUyxLQUFLLFNBQVMsS0FBSyxDQUFDO0FBQ2pHLGFBQVcsUUFBUSxRQUFRO0FBQ3pCLFVBQU0sT0FBTyxLQUFLLFFBQVEsSUFBSTtBQUM5QixVQUFNLFNBQVMsTUFBTSxTQUFTLE1BQU0sTUFBTTtBQUMxQyxVQUFNLFFBQVEsU0FBUyxRQUFRLE1BQU0sS0FBSztBQUMxQyxRQUFJLFVBQVUsT0FBUSxPQUFNLFVBQVUsTUFBTSxLQUFLO0FBQUEsRUFDbkQ7QUFDQSxRQUFNLFVBQVUsUUFBUSxJQUFJO0FBQzlCO0FBR0EsZUFBZSxPQUFPLEVBQUUsUUFBUSxNQUFNLFFBQVEsTUFBTSxHQUFHO0FBQ3JELFFBQU0sUUFBUSxNQUFNLFFBQVE7QUFBQSxJQUMxQixNQUFNLElBQUksT0FBTyxNQUFNLFVBQVU7QUFDL0IsWUFBTSxTQUFTLE1BQU0sWUFBWSxJQUFJLEdBQUcsSUFBSSxDQUFDLFFBQVMsUUFBUSxZQUFZLGNBQWMsT0FBTyxLQUFLLENBQUMsS0FBSyxHQUFJO0FBQzlHLGFBQU8sWUFBWSxNQUFNLEtBQUssSUFBSSxDQUFDLFdBQVcsS0FBSyxVQUFVLE9BQU8sUUFBUSxJQUFJLENBQUMsQ0FBQztBQUFBLElBQ3BGLENBQUM7QUFBQSxFQUNIO0FBRUEsUUFBTSxVQUFVLG9CQUFJLElBQUk7QUFDeEIsUUFBTSxFQUFFLFlBQVksSUFBSSxNQUFNLE1BQU07QUFBQSxJQUNsQyxPQUFPLEVBQUUsVUFBVSxNQUFNLEtBQUssSUFBSSxHQUFHLFlBQVksT0FBTztBQUFBLElBQ3hELFFBQVE7QUFBQSxJQUNSLFFBQVE7QUFBQSxJQUNSLFFBQVE7QUFBQSxJQUNSLE9BQU87QUFBQSxJQUNQLFVBQVU7QUFBQSxJQUNWLFNBQVM7QUFBQSxJQUNULFNBQVM7QUFBQSxNQUNQO0FBQUEsUUFDRSxNQUFNO0FBQUEsUUFDTixNQUFNLEVBQUUsVUFBVSxHQUFHO0FBQ25CLG9CQUFVLEVBQUUsUUFBUSxLQUFLLEdBQUcsQ0FBQyxFQUFFLE1BQU0sWUFBWSxLQUFLLE1BQU07QUFDMUQsZ0JBQUksQ0FBQyxLQUFLLFdBQVcsR0FBRyxFQUFHLFFBQU8sRUFBRSxNQUFNLFVBQVUsS0FBSztBQUN6RCxrQkFBTSxPQUFPLFFBQVEsWUFBWSxJQUFJO0FBQ3JDLGdCQUFJLE1BQU0sU0FBUyxJQUFJLEdBQUc7QUFDeEIsa0JBQUksU0FBUyxpQkFBa0IsUUFBTztBQUN0QyxxQkFBTyxFQUFFLFFBQVEsQ0FBQyxFQUFFLE1BQU0sR0FBRyxTQUFTLFFBQVEsSUFBSSxDQUFDLHNDQUFzQyxJQUFJLEtBQUssQ0FBQyxFQUFFO0FBQUEsWUFDdkc7QUFDQSxnQkFBSSxTQUFTLG1CQUFvQixTQUFRLElBQUksSUFBSTtBQUNqRCxtQkFBTyxFQUFFLE1BQU0sT0FBTyxRQUFRLElBQUksR0FBRyxVQUFVLEtBQUs7QUFBQSxVQUN0RCxDQUFDO0FBQUEsUUFDSDtBQUFBLE1BQ0Y7QUFBQSxJQUNGO0FBQUEsRUFDRixDQUFDO0FBQ0QsU0FBTyxFQUFFLE1BQU0sWUFBWSxDQUFDLEdBQUcsUUFBUSxJQUFJLFFBQVE7QUFDckQ7QUFHQSxlQUFlLFlBQVksTUFBTTtBQUMvQixRQUFNLEVBQUUsU0FBUyxJQUFJLE1BQU0sTUFBTTtBQUFBLElBQy9CLGFBQWEsQ0FBQyxJQUFJO0FBQUEsSUFDbEIsUUFBUTtBQUFBLElBQ1IsT0FBTztBQUFBLElBQ1AsVUFBVTtBQUFBLElBQ1YsVUFBVTtBQUFBLElBQ1YsU0FBUztBQUFBLEVBQ1gsQ0FBQztBQUNELFNBQU8sT0FBTyxPQUFPLFNBQVMsT0FBTyxFQUFFLFFBQVEsQ0FBQyxFQUFFLFFBQVEsTUFBTSxPQUFPO0FBQ3pFO0FBUUEsZUFBZSxjQUFjLEVBQUUsUUFBUSxNQUFNLE1BQU0sR0FBRyxTQUFTO0FBQzdELFFBQU0sRUFBRSxTQUFTLElBQUksTUFBTSxNQUFNO0FBQUEsSUFDL0IsYUFBYSxDQUFDLEdBQUcsT0FBTztBQUFBLElBQ3hCLFFBQVE7QUFBQSxJQUNSLFFBQVE7QUFBQSxJQUNSLE9BQU87QUFBQSxJQUNQLFVBQVU7QUFBQSxJQUNWLFVBQVU7QUFBQSxJQUNWLGVBQWU7QUFBQSxJQUNmLFFBQVE7QUFBQSxJQUNSLFVBQVU7QUFBQSxJQUNWLFNBQVM7QUFBQSxNQUNQO0FBQUEsUUFDRSxNQUFNO0FBQUEsUUFDTixNQUFNLEVBQUUsVUFBVSxHQUFHO0FBQ25CO0FBQUEsWUFBVSxFQUFFLFFBQVEsS0FBSztBQUFBLFlBQUcsQ0FBQyxFQUFFLE1BQU0sS0FBSyxNQUN4QyxTQUFTLG1CQUFtQixFQUFFLE1BQU0sVUFBVSxLQUFLLElBQUk7QUFBQSxVQUN6RDtBQUFBLFFBQ0Y7QUFBQSxNQUNGO0FBQUEsSUFDRjtBQUFBLEVBQ0YsQ0FBQztBQUNELFFBQU0sT0FBTyxPQUFPLEtBQUssU0FBUyxNQUFNLEVBQUUsT0FBTyxDQUFDLFNBQVMsTUFBTSxTQUFTLFFBQVEsUUFBUSxJQUFJLENBQUMsQ0FBQztBQUNoRyxNQUFJLEtBQUssU0FBUyxFQUFHLE9BQU0sSUFBSSxNQUFNLGNBQWMsSUFBSSw2QkFBNkIsS0FBSyxLQUFLLElBQUksQ0FBQyxTQUFTO0FBQzlHO0FBU0EsU0FBUyxTQUFTLE1BQU0sTUFBTSxFQUFFLE1BQU0sUUFBUSxNQUFNLEdBQUc7QUFDckQsU0FBTyxLQUFLLFdBQVcsdUNBQXVDLENBQUMsT0FBTyxNQUFNLE1BQU0sU0FBUztBQUN6RixVQUFNLFFBQVEsTUFBTSxRQUFRLFFBQVEsUUFBUSxJQUFJLEdBQUcsSUFBSSxDQUFDO0FBQ3hELFFBQUksUUFBUSxFQUFHLFFBQU87QUFDdEIsVUFBTSxTQUFTLElBQUksT0FBTyxRQUFRLElBQUksR0FBRyxNQUFNLENBQUM7QUFDaEQsUUFBSSxTQUFTLFVBQVcsT0FBTSxJQUFJLE1BQU0sR0FBRyxJQUFJLFVBQVUsSUFBSSxrQ0FBa0MsSUFBSSxJQUFJO0FBRXZHLFdBQU8sU0FBUyxTQUFZLFFBQVEsTUFBTSxLQUFLLEtBQUssT0FBTyxLQUFLLENBQUMsT0FBTyxLQUFLLEtBQUssQ0FBQyxXQUFXLE1BQU07QUFBQSxFQUN0RyxDQUFDO0FBQ0g7QUFHQSxJQUFNLFNBQVMsQ0FBQyxVQUFVLFVBQVUsS0FBSztBQU16QyxTQUFTLE9BQU8sTUFBTSxJQUFJO0FBQ3hCLFFBQU0sT0FBTyxTQUFTLE1BQU0sRUFBRSxFQUFFLFdBQVcsTUFBTSxHQUFHO0FBQ3BELFNBQU8sS0FBSyxXQUFXLEdBQUcsSUFBSSxPQUFPLEtBQUssSUFBSTtBQUNoRDs7O0FDeEpnUCxTQUFTLGtCQUFrQjtBQUMzUSxTQUFTLE9BQU8sWUFBQUMsV0FBVSxhQUFBQyxrQkFBaUI7QUFDM0MsU0FBUyxXQUFBQyxVQUFTLFFBQUFDLGFBQVk7QUFDOUIsT0FBTyxRQUFRO0FBV2YsZUFBc0Isa0JBQWtCLE1BQU0sSUFBSSxPQUFPO0FBQ3ZELFFBQU0sUUFBUSxJQUFJLElBQUksTUFBTSxJQUFJLENBQUMsU0FBUyxHQUFHLElBQUksS0FBSyxDQUFDO0FBRXZELGFBQVcsUUFBUSxPQUFPO0FBQ3hCLFVBQU0sT0FBTyxNQUFNQyxVQUFTQyxNQUFLLE1BQU0sSUFBSSxHQUFHLE1BQU07QUFDcEQsVUFBTSxFQUFFLFlBQVksY0FBYyxDQUFDLEVBQUUsSUFBSSxHQUFHLHFCQUFxQixNQUFNLEVBQUUsVUFBVSxNQUFNLGdCQUFnQixDQUFDO0FBQzFHLFFBQUksWUFBWSxTQUFTLEVBQUcsT0FBTSxJQUFJLE1BQU0sR0FBRyxrQkFBa0IsYUFBYSxJQUFJLENBQUM7QUFDbkYsVUFBTSxTQUFTQSxNQUFLLElBQUksS0FBSyxRQUFRLFdBQVcsT0FBTyxDQUFDO0FBQ3hELFVBQU0sTUFBTUMsU0FBUSxNQUFNLEdBQUcsRUFBRSxXQUFXLEtBQUssQ0FBQztBQUNoRCxVQUFNQyxXQUFVLFFBQVEsVUFBVTtBQUNsQyxlQUFXLEVBQUUsU0FBUyxLQUFLLEdBQUcsZUFBZSxVQUFVLEVBQUUsZUFBZTtBQUN0RSxVQUFJLFNBQVMsV0FBVyxHQUFHLEVBQUcsT0FBTSxJQUFJLFdBQVcsTUFBTUYsTUFBS0MsU0FBUSxJQUFJLEdBQUcsUUFBUSxDQUFDLENBQUM7QUFBQSxJQUN6RjtBQUFBLEVBQ0Y7QUFDRjtBQUdBLElBQU0sa0JBQWtCLEVBQUUsYUFBYSxNQUFNLHNCQUFzQixNQUFNLFFBQVEsR0FBRyxhQUFhLE9BQU87QUFHeEcsSUFBTSxPQUFPLEVBQUUscUJBQXFCLE1BQU0sSUFBSSxzQkFBc0IsQ0FBQyxTQUFTLE1BQU0sWUFBWSxNQUFNLEtBQUs7QUFNM0csU0FBUyxXQUFXLFFBQVEsTUFBTTtBQUNoQyxRQUFNLFFBQVEsQ0FBQyxPQUFPLE1BQU0sRUFBRSxJQUFJLENBQUMsV0FBVyxLQUFLLFFBQVEsU0FBUyxNQUFNLENBQUM7QUFDM0UsUUFBTSxRQUFRLE1BQU0sS0FBSyxDQUFDLFNBQVMsV0FBV0QsTUFBSyxRQUFRLElBQUksQ0FBQyxDQUFDO0FBQ2pFLE1BQUksVUFBVSxPQUFXLE9BQU0sSUFBSSxNQUFNLEdBQUcsSUFBSSw0QkFBNEIsTUFBTSxLQUFLLE9BQU8sQ0FBQyxpQkFBaUI7QUFDaEgsU0FBTztBQUNUOzs7QUZuQ0EsSUFBTSxhQUFxQjtBQUFBLEVBQ3pCLE1BQU07QUFBQSxFQUNOLE1BQU1HLFFBQU87QUFDWCxJQUFBQSxPQUFNLE9BQU8sRUFBRSxRQUFRLFVBQVUsR0FBRyxPQUFPLEVBQUUsS0FBSyxNQUFNO0FBQ3RELFlBQU0sWUFBWSxNQUFNQyxVQUFTLE1BQU0sTUFBTSxHQUFHLFFBQVEsaUNBQWlDLFFBQVE7QUFDakcsYUFBTyxFQUFFLFVBQVUsUUFBUSxLQUFLLFNBQVMsR0FBRyxJQUFJLFFBQVEsS0FBSztBQUFBLElBQy9ELENBQUM7QUFBQSxFQUNIO0FBQ0Y7QUFHQSxlQUFlLGNBQTZCO0FBQzFDLFFBQU0sUUFBUSxNQUFNQyxTQUFRLE9BQU8sRUFBRSxXQUFXLEtBQUssQ0FBQztBQUN0RCxhQUFXLFFBQVEsTUFBTSxPQUFPLENBQUMsU0FBUyxLQUFLLFNBQVMsTUFBTSxDQUFDLEdBQUc7QUFDaEUsVUFBTSxFQUFFLEtBQUssSUFBSSxNQUFNLFVBQVUsTUFBTUQsVUFBUyxPQUFPLElBQUksSUFBSSxNQUFNLEdBQUcsRUFBRSxRQUFRLE9BQU8sUUFBUSxLQUFLLENBQUM7QUFDdkcsVUFBTUUsT0FBTUMsU0FBUSxRQUFRLElBQUksRUFBRSxHQUFHLEVBQUUsV0FBVyxLQUFLLENBQUM7QUFDeEQsVUFBTUMsV0FBVSxRQUFRLElBQUksT0FBTyxrQkFBa0IsS0FBSyxVQUFVLEtBQUssS0FBSyxDQUFDLENBQUM7QUFBQSxDQUFJO0FBQUEsRUFDdEY7QUFDRjtBQUdPLFNBQVMsT0FBTyxXQUFxRDtBQUMxRSxTQUFPLGFBQWE7QUFBQSxJQUNsQixRQUFRO0FBQUEsSUFDUixRQUFRO0FBQUEsSUFDUixVQUFVO0FBQUEsSUFDVixXQUFXO0FBQUEsSUFDWCxXQUFXO0FBQUEsSUFDWCxPQUFPO0FBQUEsSUFDUCxRQUFRO0FBQUEsSUFDUixlQUFlLFNBQVM7QUFDdEIsY0FBUSxNQUFNO0FBQ2QsY0FBUSxhQUFhO0FBQUEsSUFDdkI7QUFBQSxJQUNBLEdBQUc7QUFBQSxFQUNMLENBQUM7QUFDSDtBQU1PLFNBQVMsUUFBUSxTQUE0QixTQUFpQixDQUFDLEdBQThCO0FBQ2xHLFNBQU8sT0FBTztBQUFBLElBQ1osT0FBTyxDQUFDLHFCQUFxQiwrQkFBK0Isb0JBQW9CO0FBQUEsSUFDaEYsUUFBUTtBQUFBLElBQ1IsZ0JBQWdCLENBQUMsVUFBVTtBQUFBLElBQzNCLFdBQVcsWUFBWTtBQUNyQixZQUFNLFlBQVk7QUFDbEIsWUFBTSxXQUFXLFFBQVEsTUFBTTtBQUMvQixZQUFNO0FBQUEsUUFDSjtBQUFBLFFBQ0E7QUFBQSxRQUNBLFFBQVEsSUFBSSxDQUFDLFNBQVMsV0FBVyxJQUFJLEVBQUU7QUFBQSxNQUN6QztBQUFBLElBQ0Y7QUFBQSxFQUNGLENBQUM7QUFDSDs7O0FHakVBLElBQU0sU0FBcUMsUUFBUSxDQUFDLFNBQVMsZUFBZSxXQUFXLE9BQU8sVUFBVSxZQUFZLEdBQUc7QUFBQSxFQUNySCxNQUFNO0FBQUEsSUFDSixHQUFHLENBQUMsU0FBUyxPQUFPLGFBQWEsdUJBQXVCLHdCQUF3QixpQkFBaUIsY0FBYztBQUFBLElBQy9HLEdBQUcsQ0FBQyxRQUFRLFlBQVksVUFBVSxjQUFjLGlCQUFpQixhQUFhLGNBQWMsRUFBRTtBQUFBLE1BQzVGLENBQUMsU0FBUyxTQUFTLElBQUk7QUFBQSxJQUN6QjtBQUFBLElBQ0EsR0FBRyxDQUFDLFdBQVcsWUFBWSxVQUFVLFNBQVMsU0FBUyxFQUFFLElBQUksQ0FBQyxVQUFVLGVBQWUsS0FBSyxRQUFRO0FBQUEsSUFDcEc7QUFBQSxFQUNGO0FBQUE7QUFBQSxFQUVBLE9BQU8sQ0FBQywwQkFBMEIsdUJBQXVCO0FBQUEsRUFDekQsU0FBUztBQUFBLElBQ1AsR0FBRyxDQUFDLDRCQUE0Qiw0QkFBNEIsNEJBQTRCO0FBQUEsSUFDeEYsR0FBRyxDQUFDLFNBQVMsWUFBWSxVQUFVLFlBQVksUUFBUSxTQUFTLGNBQWMsRUFBRSxJQUFJLENBQUMsU0FBUyxVQUFVLElBQUksRUFBRTtBQUFBLElBQzlHLEdBQUcsQ0FBQyxpQkFBaUIsc0JBQXNCLFVBQVUsYUFBYSxFQUFFLElBQUksQ0FBQyxTQUFTLFdBQVcsSUFBSSxFQUFFO0FBQUE7QUFBQSxJQUVuRyxHQUFHLENBQUMsd0JBQXdCLHVCQUF1QixXQUFXO0FBQUEsRUFDaEUsRUFBRSxJQUFJLENBQUMsU0FBUyxlQUFlLElBQUksRUFBRTtBQUFBO0FBQUEsRUFFckMsVUFBVTtBQUFBLElBQ1I7QUFBQSxJQUNBO0FBQUEsSUFDQSxHQUFHLENBQUMsZ0JBQWdCLGlCQUFpQixZQUFZLGlCQUFpQixjQUFjLEVBQUU7QUFBQSxNQUNoRixDQUFDLFNBQVMsdUJBQXVCLElBQUk7QUFBQSxJQUN2QztBQUFBLElBQ0EsR0FBRyxDQUFDLHlCQUF5Qiw4QkFBOEIsbUJBQW1CLEVBQUU7QUFBQSxNQUM5RSxDQUFDLFNBQVMsZUFBZSxJQUFJO0FBQUEsSUFDL0I7QUFBQSxJQUNBO0FBQUEsRUFDRjtBQUFBO0FBQUEsRUFFQSxXQUFXO0FBQUEsSUFDVCxHQUFHLENBQUMsa0NBQWtDLDRDQUE0Qyw0QkFBNEI7QUFBQSxJQUM5RyxHQUFHLENBQUMsaUJBQWlCLGdCQUFnQixTQUFTLGtCQUFrQixlQUFlLGdCQUFnQixFQUFFO0FBQUEsTUFDL0YsQ0FBQyxTQUFTLHlCQUF5QixJQUFJO0FBQUEsSUFDekM7QUFBQSxFQUNGO0FBQUE7QUFBQSxFQUVBLFVBQVU7QUFBQSxJQUNSLEdBQUcsQ0FBQyxtQkFBbUIsbUJBQW1CLGNBQWMsZUFBZSxFQUFFLElBQUksQ0FBQyxTQUFTLGtCQUFrQixJQUFJLEVBQUU7QUFBQSxJQUMvRyxHQUFHLENBQUMsaUJBQWlCLFNBQVMsb0JBQW9CLGVBQWUsRUFBRSxJQUFJLENBQUMsU0FBUyx3QkFBd0IsSUFBSSxFQUFFO0FBQUEsRUFDakg7QUFBQSxFQUNBLFNBQVMsQ0FBQyxrQkFBa0IsVUFBVSxpQkFBaUIsd0JBQXdCLFlBQVksRUFBRTtBQUFBLElBQzNGLENBQUMsU0FBUyxrQkFBa0IsSUFBSTtBQUFBLEVBQ2xDO0FBQUE7QUFBQSxFQUVBLFVBQVU7QUFBQSxJQUNSLEdBQUcsQ0FBQyxhQUFhLGFBQWEsZUFBZSxjQUFjLFdBQVcsZUFBZTtBQUFBLElBQ3JGLEdBQUcsQ0FBQyxtQkFBbUIsYUFBYSxTQUFTLGNBQWMsYUFBYTtBQUFBLEVBQzFFLEVBQUUsSUFBSSxDQUFDLFNBQVMsb0JBQW9CLElBQUksRUFBRTtBQUFBLEVBQzFDLFVBQVU7QUFBQSxJQUNSO0FBQUEsSUFDQSxHQUFHO0FBQUEsTUFDRCxHQUFHO0FBQUEsUUFDRDtBQUFBLFFBQ0E7QUFBQSxRQUNBO0FBQUEsUUFDQTtBQUFBLFFBQ0E7QUFBQSxRQUNBO0FBQUEsUUFDQTtBQUFBLFFBQ0E7QUFBQSxNQUNGO0FBQUEsTUFDQTtBQUFBLE1BQ0EsR0FBRyxDQUFDLFlBQVksa0JBQWtCLGtCQUFrQixjQUFjLFdBQVcsaUJBQWlCLE9BQU87QUFBQSxNQUNyRyxHQUFHLENBQUMsZUFBZSxjQUFjLGFBQWEsWUFBWTtBQUFBLElBQzVELEVBQUUsSUFBSSxDQUFDLFNBQVMsb0JBQW9CLElBQUksRUFBRTtBQUFBLEVBQzVDO0FBQUE7QUFBQSxFQUVBLFdBQVc7QUFBQSxJQUNULEdBQUcsQ0FBQyxpQkFBaUIsb0JBQW9CLFdBQVcsRUFBRSxJQUFJLENBQUMsU0FBUyx5QkFBeUIsSUFBSSxFQUFFO0FBQUEsSUFDbkcsR0FBRyxDQUFDLHFDQUFxQyxpQkFBaUI7QUFBQSxFQUM1RDtBQUFBO0FBQUEsRUFFQSxTQUFTLENBQUMsY0FBYyxpQkFBaUIsRUFBRSxJQUFJLENBQUMsU0FBUyx5QkFBeUIsSUFBSSxFQUFFO0FBQUEsRUFDeEYsUUFBUSxDQUFDLG9CQUFvQixlQUFlLGNBQWMsWUFBWSxPQUFPLEVBQUU7QUFBQSxJQUM3RSxDQUFDLFNBQVMscUJBQXFCLElBQUk7QUFBQSxFQUNyQztBQUFBLEVBQ0EsVUFBVSxDQUFDLG9CQUFvQixjQUFjLGlDQUFpQztBQUFBO0FBQUEsRUFFOUUsVUFBVSxDQUFDLGVBQWUsbUJBQW1CLEVBQUUsSUFBSSxDQUFDLFNBQVMsMEJBQTBCLElBQUksRUFBRTtBQUFBO0FBQUEsRUFFN0YsU0FBUztBQUFBLElBQ1AsR0FBRyxDQUFDLHNCQUFzQixpQ0FBaUMseUJBQXlCLEVBQUU7QUFBQSxNQUNwRixDQUFDLFNBQVMsZUFBZSxJQUFJO0FBQUEsSUFDL0I7QUFBQSxFQUNGO0FBQUEsRUFDQSxhQUFhO0FBQUEsSUFDWCxHQUFHLENBQUMsWUFBWSxhQUFhLG1CQUFtQixlQUFlO0FBQUEsSUFDL0QsR0FBRyxDQUFDLGlCQUFpQixzQkFBc0IsVUFBVSxPQUFPLEVBQUUsSUFBSSxDQUFDLFNBQVMsMEJBQTBCLElBQUksRUFBRTtBQUFBLElBQzVHLEdBQUcsQ0FBQyxtQ0FBbUMsY0FBYyxFQUFFLElBQUksQ0FBQyxTQUFTLGVBQWUsSUFBSSxFQUFFO0FBQUEsRUFDNUY7QUFBQSxFQUNBLFlBQVk7QUFBQSxJQUNWLEdBQUcsQ0FBQyxZQUFZLE9BQU8sV0FBVyxpQkFBaUIsaUJBQWlCLGlCQUFpQixVQUFVLGNBQWM7QUFBQSxJQUM3RyxHQUFHO0FBQUEsTUFDRDtBQUFBLE1BQ0E7QUFBQSxNQUNBO0FBQUEsTUFDQTtBQUFBLE1BQ0E7QUFBQSxNQUNBO0FBQUEsTUFDQTtBQUFBLElBQ0Y7QUFBQSxJQUNBLEdBQUcsQ0FBQyxpQkFBaUIsWUFBWSxtQkFBbUI7QUFBQSxJQUNwRCxHQUFHLENBQUMsaUJBQWlCLGdCQUFnQixpQkFBaUIsbUJBQW1CLG9CQUFvQixnQkFBZ0I7QUFBQSxJQUM3RyxHQUFHLENBQUMsZ0JBQWdCLGdCQUFnQixjQUFjO0FBQUEsSUFDbEQsR0FBRztBQUFBLE1BQ0Q7QUFBQSxNQUNBO0FBQUEsTUFDQTtBQUFBLE1BQ0E7QUFBQSxNQUNBO0FBQUEsTUFDQTtBQUFBLE1BQ0E7QUFBQSxJQUNGO0FBQUEsRUFDRixFQUFFLElBQUksQ0FBQyxTQUFTLDBCQUEwQixJQUFJLEVBQUU7QUFBQTtBQUFBLEVBRWhELFNBQVMsQ0FBQyw0QkFBNEIsbUNBQW1DLG1CQUFtQixFQUFFO0FBQUEsSUFDNUYsQ0FBQyxTQUFTLGVBQWUsSUFBSTtBQUFBLEVBQy9CO0FBQUEsRUFDQSxXQUFXLENBQUMsc0JBQXNCLGVBQWUsZUFBZSxFQUFFLElBQUksQ0FBQyxTQUFTLHVCQUF1QixJQUFJLEVBQUU7QUFBQSxFQUM3RyxZQUFZO0FBQUEsSUFDVixHQUFHLENBQUMsaUJBQWlCLFlBQVksa0JBQWtCLG9CQUFvQixtQkFBbUIsV0FBVztBQUFBLElBQ3JHLEdBQUcsQ0FBQyxtQkFBbUIsZ0JBQWdCLGFBQWEsZUFBZTtBQUFBLEVBQ3JFLEVBQUUsSUFBSSxDQUFDLFNBQVMsdUJBQXVCLElBQUksRUFBRTtBQUFBLEVBQzdDLE9BQU8sQ0FBQyxvQkFBb0IsbUJBQW1CLGtCQUFrQixvQkFBb0IsZ0JBQWdCO0FBQUE7QUFBQSxFQUVyRyxRQUFRO0FBQUEsSUFDTixHQUFHLENBQUMsa0JBQWtCLFlBQVk7QUFBQSxJQUNsQyxHQUFHLENBQUMsV0FBVyxTQUFTLGFBQWEsWUFBWSxTQUFTLEVBQUUsSUFBSSxDQUFDLFNBQVMsU0FBUyxJQUFJLEVBQUU7QUFBQSxFQUMzRjtBQUNGLENBQUM7QUFDRCxJQUFPLHNCQUFROyIsCiAgIm5hbWVzIjogWyJta2RpciIsICJyZWFkZGlyIiwgInJlYWRGaWxlIiwgIndyaXRlRmlsZSIsICJkaXJuYW1lIiwgInJlYWRGaWxlIiwgIndyaXRlRmlsZSIsICJkaXJuYW1lIiwgImpvaW4iLCAicmVhZEZpbGUiLCAiam9pbiIsICJkaXJuYW1lIiwgIndyaXRlRmlsZSIsICJidWlsZCIsICJyZWFkRmlsZSIsICJyZWFkZGlyIiwgIm1rZGlyIiwgImRpcm5hbWUiLCAid3JpdGVGaWxlIl0KfQo=
