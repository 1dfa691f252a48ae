"use strict";

// Swagger's own layout brings a title and a main part, which the page has already: this is the rest of it.
const house = ({ React }) => ({
  components: {
    House: ({ getComponent, specSelectors }) => {
      const part = (name, wired = true) => React.createElement(getComponent(name, wired), { key: name });
      const parts = specSelectors.loadingStatus() === "success" ? ["AuthorizeBtnContainer", "operations", "Models"] : [];
      return React.createElement("div", { className: "swagger-ui" }, [part("SvgAssets", false), part("errors"), ...parts.map((name) => part(name))]);
    },
  },
});

SwaggerUIBundle({
  url: "{{ schema_url|escapejs }}",
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [house],
  layout: "House",
  requestInterceptor: (request) => {
    const own = new URL(request.url, document.baseURI).origin === location.origin;
    if (own && request.method && request.method !== "GET") request.headers["{{ csrf_header_name }}"] = "{{ csrf_token }}";
    return request;
  },
  ...{{ settings|safe }},
});
