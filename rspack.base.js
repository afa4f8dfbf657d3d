// The only bundler settings of the project. A workspace's rspack.config.js names the bundle and is done.
// Numbers and traps behind the unusual lines: docs/decisions/002-federation-runtime.md
import fs from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import path from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { ReleasePlugin } from '@site/shared/build/release-plugin'
import { containerName, exposeName } from '@site/shared/contract'
import { notFoundSheet } from '@site/shared/release'

// Where development servers listen. The contact endpoint and the rest of the API: five above the shell.
const firstPort = Number(process.env.SITE_DEV_PORT ?? 3000)
const devPorts = { shell: firstPort, marketing: firstPort + 1, demo: firstPort + 2, contact: firstPort + 3 }
const apiPort = firstPort + 5

const require = createRequire(import.meta.url)
const folderOf = (request) => path.dirname(require.resolve(request))
const manifestOf = (name) => findPackageJSON(name, import.meta.url)
const versionOf = (name) => JSON.parse(fs.readFileSync(manifestOf(name), 'utf8')).version
const shared = path.dirname(manifestOf('@site/shared'))

// Its package offers only the development build to bundlers.
const routerFolder = path.join(folderOf('react-router'), '../production')
const productionRouter = {
  'react-router$': path.join(routerFolder, 'index.mjs'),
  'react-router/dom$': path.join(routerFolder, 'dom-export.mjs'),
}

// What holds state exists once in a page, whoever loads it. Everything else is compiled into each bundle.
const singletons = {
  react: versionOf('react'),
  'react-dom': versionOf('react-dom'),
  '@site/shared/toasts': versionOf('@site/shared'),
  '@site/shared/site-config': versionOf('@site/shared'),
}

// What the shell lends to remotes, which are built without it: see externalRuntime.
const federationCore = { '@module-federation/runtime-core': versionOf('@module-federation/runtime-core') }

// Rspack resolves the federation runtime to its CommonJS build, which can't be tree-shaken: 29 kB instead of 7 a remote.
const federationRuntime = folderOf('@module-federation/webpack-bundler-runtime')
const esmFederation = {
  [`${path.join(federationRuntime, 'index.cjs')}$`]: path.join(federationRuntime, 'bundler.js'),
  '@module-federation/runtime': path.join(folderOf('@module-federation/runtime'), 'bundler.js'),
}

// Baseline 'widely available' of November 2026: they all have light-dark(), so stylesheets need no stand-ins for it.
const browsers = ['chrome >= 123', 'edge >= 123', 'firefox >= 120', 'safari >= 17.5', 'ios_saf >= 17.5']

const notFoundStyles = /not-found\.module\.css$/
const minifyCss = new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } })

/** The shell: its start in the browser, and the same tree for the prerender. */
export function defineShell({ dir }) {
  return (env, argv) => {
    const build = describeBuild(env, argv)
    const browser = browserConfig({ name: 'shell', dir, build })
    browser.entry = build.serve ? { shell: './src/dev.tsx' } : { shell: './src/paint-first.ts', start: './src/main.tsx' }
    browser.plugins.push(
      new rspack.DefinePlugin({
        SINGLETONS: JSON.stringify(singletons),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        ENV_TARGET: '"web"',
      }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'src/favicon.svg', to: 'favicon.svg' }] }),
    )
    if (build.serve) {
      const { shell, ...remotePorts } = devPorts
      const remotes = Object.entries(remotePorts).map(([name, port]) => [name, `http://localhost:${port}/`])
      browser.plugins.push(
        new rspack.DefinePlugin({ DEV_REMOTES: JSON.stringify(Object.fromEntries(remotes)) }),
        new rspack.HtmlRspackPlugin({ template: path.join(shared, 'alone/alone.html'), scriptLoading: 'module' }),
      )
      return browser
    }
    return [browser, prerenderConfig({ name: 'shell', dir, build, entry: { shell: './src/prerender.tsx' } })].map(
      intoRelease({ name: 'shell', dir, build, pages: [], shared: { ...singletons, ...federationCore } }),
    )
  }
}

/**
 * A remote: one federation expose a page. `pages` is its contract, see shared/src/contract.ts. `scripts` are files that
 * stand on their own beside it, by name: for frames and workers, which have no share in the page's modules.
 */
export function defineRemote({ name, dir, pages, scripts = {} }) {
  return (env, argv) => {
    const build = describeBuild(env, argv)
    const files = Object.fromEntries(pages.map((page) => [exposeName(page), `./${path.posix.join('src', page.component)}`]))
    const browser = browserConfig({ name, dir, build, scripts })
    browser.entry = {}
    browser.plugins.push(
      new ModuleFederationPlugin({
        ...federationDefaults,
        name,
        library: { type: 'var', name: containerName(name) },
        filename: 'remoteEntry.js',
        exposes: Object.fromEntries(Object.entries(files).map(([expose, file]) => [`./${expose}`, file])),
        shared: shareSingletons(build.serve ? {} : { import: false }),
        experiments: {
          asyncStartup: build.serve,
          externalRuntime: !build.serve, // the shell provides the core, see shell/src/federation-core.ts
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    )
    if (build.serve) {
      browser.entry = { alone: './src/alone.js' }
      browser.plugins.push(
        new rspack.experiments.VirtualModulesPlugin({ 'src/alone.js': aloneEntry(name, pages) }),
        new rspack.HtmlRspackPlugin({ template: path.join(shared, 'alone/alone.html'), chunks: ['alone'] }),
      )
      browser.devServer.setupMiddlewares = (middlewares) => [servePages(pages), ...middlewares]
      return [browser, ...standaloneConfigs({ name, dir, build, scripts })]
    }
    // The entry holds the hashes of its chunks, scripts and styles, so whoever vouches for the entry vouches for all.
    browser.plugins.push(new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], htmlPlugin: false, enabled: true }))
    browser.output.crossOriginLoading = 'anonymous'
    const release = [
      browser,
      prerenderConfig({ name, dir, build, entry: files }),
      ...standaloneConfigs({ name, dir, build, scripts }),
    ]
    return release.map(intoRelease({ name, dir, build, pages, asked: rangesOf(federationCore) }))
  }
}

/** In development the shell asks each remote for its pages; published, they stand in the composition. */
function servePages(pages) {
  const middleware = (_request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end(JSON.stringify(pages))
  }
  return { name: 'pages', path: '/pages.json', middleware }
}

/** In isolation a remote starts in the harness of shared/alone/alone.tsx, which gives it what the shell would. */
function aloneEntry(name, pages) {
  const loaders = pages.map((page) => `${JSON.stringify(page.path)}: () => import(${JSON.stringify(page.component)})`)
  return `import { runAlone } from '@site/shared/alone'
runAlone(${JSON.stringify({ name, pages })}, { ${loaders.join(', ')} })`
}

function describeBuild(env, argv) {
  const serve = Boolean(env.RSPACK_SERVE)
  const mode = argv.mode ?? (serve ? 'development' : 'production')
  const dev = mode === 'development'
  return { serve, mode, dev, refresh: serve && dev }
}

const federationDefaults = { dts: false, dev: false, manifest: true }

function shareSingletons(options) {
  return Object.fromEntries(
    Object.entries(singletons).map(([name, version]) => [
      name,
      { singleton: true, version, requiredVersion: `^${version}`, ...options },
    ]),
  )
}

/** What satisfies a package of this version: 19.3.1 is satisfied by ^19.3.1. */
const rangesOf = (packages) => Object.fromEntries(Object.entries(packages).map(([name, version]) => [name, `^${version}`]))

const intoRelease = (bundle) => {
  const release = new ReleasePlugin(bundle)
  return (config) => ({ ...config, plugins: [...config.plugins, release] })
}

function commonConfig({ name, dir, build }) {
  return {
    context: dir,
    mode: build.mode,
    devtool: build.dev ? 'cheap-module-source-map' : false,
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    output: { uniqueName: name, clean: true },
    performance: false,
    lazyCompilation: false,
    stats: 'errors-warnings',
    plugins: [],
  }
}

/** @param scripts files by the source that they were built from: `import … from 'source.ts?integrity'` names their hash. */
function rules({ build, refresh, exportsOnly, scripts = {} }) {
  const css = { localIdentName: '[uniqueName]-[local]-[hash:base64:5]', exportsOnly }
  return {
    rules: [
      {
        test: /\.tsx?$/,
        exclude: /node_modules\/(?!@site\/)/,
        type: 'javascript/auto',
        use: {
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              target: 'es2022',
              transform: { react: { runtime: 'automatic', development: build.dev, refresh } },
            },
          },
        },
      },
      ...(build.dev ? [] : [{ test: /react-router\/dist\/.*\.mjs$/, use: path.join(shared, 'build/shake-react-router.js') }]),
      {
        resourceQuery: /^\?integrity$/,
        use: { loader: path.join(shared, 'build/script-integrity.js'), options: { scripts } },
      },
      { test: /\.module\.css$/, exclude: notFoundStyles, type: 'css/module', generator: css },
      // A 404 is always a document of its own and brings these styles along, from the prerender: no other page carries them.
      { test: notFoundStyles, type: 'css/module', generator: { ...css, exportsOnly: build.serve ? exportsOnly : !exportsOnly } },
      { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
      { test: /\.woff2$/, type: 'asset/resource', generator: { filename: '[name][ext]' } },
    ],
    // Custom properties keep their names: they are the design tokens, and scripts and global sheets set them too.
    parser: { javascript: { exportsPresence: 'error' }, 'css/module': { dashedIdents: false } },
    generator: { css: { exportsOnly } },
  }
}

/** Files are named without a hash: the address of a release has its version, which is a hash of them all. */
function browserConfig({ name, dir, build, scripts = {} }) {
  const common = commonConfig({ name, dir, build })
  const folder = path.join(dir, 'dist', build.mode, 'browser')
  const files = Object.entries(scripts).map(([script, source]) => [path.join(dir, source), path.join(folder, `${script}.js`)])
  return {
    ...common,
    name: `${name}:browser`,
    target: ['web', 'es2022'],
    // What stands on its own is built first: the page names its integrity.
    dependencies: files.length > 0 ? [`${name}:scripts`] : [],
    module: rules({ build, refresh: build.refresh, exportsOnly: false, scripts: build.serve ? {} : Object.fromEntries(files) }),
    resolve: {
      ...common.resolve,
      alias: {
        ...esmFederation,
        ...(!build.dev && productionRouter),
        ...(build.refresh && { 'react-refresh': path.join(shared, 'build/refresh') }),
      },
    },
    output: {
      ...common.output,
      clean: { keep: (file) => path.parse(file).name in scripts },
      path: folder,
      publicPath: 'auto',
      filename: '[name].js',
      chunkFilename: '[name].js',
      cssFilename: '[name].css',
      cssChunkFilename: '[name].css',
      chunkLoadTimeout: 8000,
    },
    optimization: {
      moduleIds: build.serve ? 'named' : 'deterministic',
      chunkIds: build.serve ? 'named' : 'deterministic',
      // One request for what a page loads later, instead of one for packages and one for its own code.
      splitChunks: false,
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin(), minifyCss],
    },
    plugins: build.refresh ? [new ReactRefreshRspackPlugin({ library: 'site', exclude: [/node_modules/, /shared\/build/] })] : [],
    devServer: devServer(devPorts[name]),
  }
}

function standaloneConfigs({ name, dir, build, scripts }) {
  if (Object.keys(scripts).length === 0) return []
  const { output, ...config } = browserConfig({ name, dir, build })
  return [
    {
      ...config,
      name: `${name}:scripts`,
      dependencies: [],
      entry: scripts,
      module: rules({ build, refresh: false, exportsOnly: false }),
      output: { ...output, clean: false },
      plugins: [],
      devServer: undefined,
    },
  ]
}

/** The same code as plain modules for Node: whoever renders brings React and the singletons. */
function prerenderConfig({ name, dir, build, entry }) {
  const common = commonConfig({ name, dir, build })
  const external = new RegExp(`^(${Object.keys(singletons).join('|')})(/|$)`)
  return {
    ...common,
    name: `${name}:prerender`,
    target: 'node',
    entry,
    devtool: false,
    module: rules({ build, refresh: false, exportsOnly: true }),
    externals: [({ request }, done) => (external.test(request) ? done(null, `module ${request}`) : done())],
    output: {
      ...common.output,
      path: path.join(dir, 'dist', build.mode, 'prerender'),
      module: true,
      filename: '[name].mjs',
      cssFilename: notFoundSheet,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    optimization: { minimizer: [minifyCss], splitChunks: false, chunkIds: 'named' },
  }
}

function devServer(port) {
  return {
    port,
    hot: true,
    static: false,
    historyApiFallback: true,
    allowedHosts: 'all',
    headers: { 'Access-Control-Allow-Origin': '*' },
    client: { overlay: false },
    proxy: [{ context: ['/api', '/voice-stand-in'], target: `http://localhost:${apiPort}` }],
  }
}
