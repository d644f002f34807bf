// What svelte-check does not see. Layers and cycles are looked at by scripts/architecture.test.ts.
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";

export default typescript.config(
  { ignores: ["dist", "src/lib/text/paraglide", "**/*.d.ts", "fixtures"] },
  ...typescript.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "no-undef": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", { max: 500, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Links inside the page are followed by ui/router, which needs no resolving.
      "svelte/no-navigation-without-resolve": "off",
      // A space at the end of a line of text is written {" "}.
      "svelte/no-useless-mustaches": "off",
      // Warnings of the compiler are svelte-check's to judge.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser, extraFileExtensions: [".svelte"] } },
  },
);
