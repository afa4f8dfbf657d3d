// Rspack loader: lets unused parts of react-router be shaken out. Its bundle creates components and contexts at the top
// level without saying that this has no side effects, which keeps all of Link, Form and the data router: 11 kB brotli
// instead of 4 for what the shell uses. The router itself is not changed; display names are only for DevTools.
export default function shakeReactRouter(source) {
  return source
    .replace(/^(var \w+ = )(React\d*\.(?:memo|forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ $2')
    .replace(/^(var \w+ = )(Object\.getOwnPropertyNames\()/gm, '$1/* @__PURE__ */ $2')
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
}
